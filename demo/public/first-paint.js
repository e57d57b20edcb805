// A classic script in the head, so that a remembered theme and direction are there before the first paint.
try {
  const root = document.documentElement;
  const theme = localStorage.getItem('mcp-web-playground-theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const language = localStorage.getItem('mcp-web-playground-language');
  // The page that says how a sign-in went speaks English.
  if (language && document.currentScript.hasAttribute('data-language')) {
    root.lang = language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
  }
} catch {
  // Storage is switched off: the system's theme it is, and English.
}
