/** What is said before there are permissions. */
export const english = {
  empty: 'Nothing runs without a question',
  emptyHint: 'What you allow for longer than once appears here, and you can take it back.',
  off: 'Permissions end when this page is closed or reloaded.',
  insecure: 'Permissions end when this page is closed: it did not come over https, so nothing is kept.',
  failed: 'Permissions end when this page is closed: the browser keeps nothing for it.',
};

export type PermissionsMessages = typeof english;
