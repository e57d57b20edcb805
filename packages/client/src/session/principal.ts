/** Who is signed in, by a name that the page chose; a function if that may change while a client lives. */
export type Principal = string | (() => string | undefined);

/** The name at this moment; nothing when nobody is signed in, or the page does not say. */
export function currentPrincipal(principal: Principal | undefined): string | undefined {
  try {
    return (typeof principal === 'function' ? principal() : principal) || undefined;
  } catch (error) {
    reportError(error); // The page's own mistake must not cost it the answer.
    return undefined;
  }
}
