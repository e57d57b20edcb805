/** Local Network Access: the browser asks the user before a public page may reach this device or the local network. */
import { addressSpaceOf, isLessPublic, isTrustworthy } from '../protocol/address-space.ts';

/**
 * The options of a request that browsers would block as mixed content, from a page on https to `http://printer`. With
 * them, a browser that has Local Network Access asks the user instead, and fails if the address is a public one after
 * all. Other requests need no options: browsers recognize their addresses, or find out when they connect.
 */
export function localNetworkOptions(url: URL): { targetAddressSpace?: 'local' } {
  return url.protocol === 'http:' && isOnHttps() && isRelaxed(url) ? { targetAddressSpace: 'local' } : {};
}

/** Whether browsers block the request, because it would be unencrypted. */
export function isMixedContent(url: URL): boolean {
  return url.protocol === 'http:' && isOnHttps() && !isTrustworthy(url) && !isRelaxed(url);
}

/** A sentence about a refusal that made a request fail. Undefined if there is none. */
export async function localNetworkRefusal(url: URL): Promise<string | undefined> {
  if ((await localNetworkPermission(url)) !== 'denied') return undefined;
  const place = addressSpaceOf(url.hostname) === 'loopback' ? 'this device' : 'the local network';
  const remedy = globalThis.isSecureContext
    ? `Allow it in the browser's settings for this site, then try again.`
    : 'Serve the page over https, so that it can be allowed.';
  return `The user or the browser refused this page access to ${place}. ${remedy}`;
}

/** The state of the permission that the page needs for this address. Undefined if it needs none that the browser knows. */
export async function localNetworkPermission(url: URL): Promise<PermissionState | undefined> {
  const space = addressSpaceOf(url.hostname);
  if (!isLessPublic(space, addressSpaceOf(globalThis.location?.hostname ?? ''))) return undefined;
  // Chrome first had one permission for both.
  return await stateOf([space === 'loopback' ? 'loopback-network' : 'local-network', 'local-network-access']);
}

/** Whether the browser can let a page on https send this request unencrypted. */
function isRelaxed({ hostname }: URL): boolean {
  return addressSpaceOf(hostname) === 'local' && 'targetAddressSpace' in globalThis.Request.prototype;
}

/** A worker that was made from a blob has the page's origin, but not its location. */
function isOnHttps(): boolean {
  return globalThis.origin?.startsWith('https:') === true;
}

/** The state of the first of these permissions that the browser knows. */
async function stateOf(names: readonly string[]): Promise<PermissionState | undefined> {
  for (const name of names) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // The browser does not know it, or has no permissions.
    }
  }
  return undefined;
}
