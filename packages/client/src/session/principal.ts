/** Who is signed in, by a name that the page chose; a function if that may change while a client lives. */
export type Principal = string | (() => string | undefined);

/** The owner of what everybody may see. A principal is never the empty string. */
const EVERYBODY = '';

/**
 * Who owns a private answer; nothing when that cannot be told.
 *
 * @param isAnonymous whether requests carry nothing that says who asks: then the answer is the same for everybody
 */
export function ownerOf({
  principal,
  isAnonymous,
}: {
  principal: Principal | undefined;
  isAnonymous: boolean;
}): string | undefined {
  return currentPrincipal(principal) ?? (isAnonymous ? EVERYBODY : undefined);
}

/** The name at this moment; nothing when nobody is signed in, or the page does not say. */
export function currentPrincipal(principal: Principal | undefined): string | undefined {
  try {
    return (typeof principal === 'function' ? principal() : principal) || undefined;
  } catch (error) {
    reportError(error); // The page's own mistake must not cost it the answer.
    return undefined;
  }
}
