/** What every server should send with the page that users come back to: its address has a code in its query. */
export const CALLBACK_PAGE = 'signed-in.html';

export const CALLBACK_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;
