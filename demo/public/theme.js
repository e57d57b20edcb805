// A classic script in the head, so that a remembered theme is there before the first paint.
try {
  const theme = localStorage.getItem('mcp-web-playground-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}
