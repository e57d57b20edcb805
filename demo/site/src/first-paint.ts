// A classic script in the head, so that the stored theme applies before the first paint.
try {
  const theme = localStorage.getItem('mcp-web-docs-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is turned off: the system's theme applies.
}
