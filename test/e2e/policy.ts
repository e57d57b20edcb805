/** The strictest policy under which the packages promise to work. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src blob:',
  "connect-src 'self' http://127.0.0.1:* http://localhost:*",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
  'report-uri /reports',
].join('; ');
