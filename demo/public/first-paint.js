// A classic script in the head, so that the stored theme, direction and layout apply before the first paint.
try {
  const root = document.documentElement;
  const theme = localStorage.getItem('mcp-web-playground-theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (localStorage.getItem('mcp-web-playground-steps') === 'hidden') root.dataset.steps = 'hidden';
  if (localStorage.getItem('mcp-web-playground-drawer') === 'closed') root.dataset.drawer = 'closed';
  const language = localStorage.getItem('mcp-web-playground-language');
  // The page that shows the outcome of a sign-in is in English.
  if (language && document.currentScript.hasAttribute('data-language')) {
    root.lang = language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
  }
} catch {
  // Storage is turned off: the system's theme and English apply.
}
