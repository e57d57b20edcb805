/**
 * Tells from a host name which network it is in. Every check of an address uses this file. Public is only what can be
 * reached from everywhere: global unicast addresses, except for the blocks of the IANA Special-Purpose Address
 * Registries, and names that can be in the public DNS. What such a name resolves to cannot be seen from a page.
 */

/** In the words of Local Network Access: `loopback` is this device, and `local` anything else that is not public. */
export type AddressSpace = 'public' | 'local' | 'loopback';

/** The first address as a number, and how many bits its block has in common. */
type Block = readonly [network: number, bits: number];

/** Below 224.0.0.0. Above, nothing is unicast. */
const SPECIAL_IPV4: readonly Block[] = [
  [0x00000000, 8], // 0.0.0.0: this network
  [0x0a000000, 8], // 10.0.0.0: private
  [0x64400000, 10], // 100.64.0.0: behind the address translation of a provider
  [0x7f000000, 8], // 127.0.0.0: loopback
  [0xa9fe0000, 16], // 169.254.0.0: link-local, and the metadata of cloud machines
  [0xac100000, 12], // 172.16.0.0: private
  [0xc0000000, 24], // 192.0.0.0: protocols of the IETF
  [0xc0000200, 24], // 192.0.2.0: documentation
  [0xc0586300, 24], // 192.88.99.0: relays of 6to4, deprecated
  [0xc0a80000, 16], // 192.168.0.0: private
  [0xc6120000, 15], // 198.18.0.0: benchmarks
  [0xc6336400, 24], // 198.51.100.0: documentation
  [0xcb007100, 24], // 203.0.113.0: documentation
];

/** The only global unicast addresses of IPv6: 2000::/3. */
const GLOBAL_IPV6: Block = [0x20000000, 3];

/** In 2000::/3, by their first 32 bits. */
const SPECIAL_IPV6: readonly Block[] = [
  // 2001::/23: protocols of the IETF, such as Teredo. A few parts are globally reachable, but have no web servers.
  [0x20010000, 23],
  [0x20010db8, 32], // 2001:db8::/32: documentation
  [0x3fff0000, 20], // 3fff::/20: documentation
];

/** 64:ff9b::/96, followed by the IPv4 address that a translator (NAT64) connects to. */
const NAT64 = 0x0064ff9b;
/** 2002::/16, followed by the IPv4 address of a 6to4 router. */
const SIX_TO_FOUR = 0x2002;

/**
 * Names that no public DNS has: by RFC 6761 (`test`), RFC 6762 and its appendix G, RFC 8375 (`home.arpa`), the
 * reservation of `internal`, and the practice of routers.
 */
const LOCAL_NAME = /(^|\.)(local|internal|home\.arpa|lan|home|corp|intranet|private|localdomain|test|fritz\.box)$/;

/**
 * Tells which network a host is in, from its name alone: what a public name resolves to cannot be seen from a page.
 *
 * @param hostname as the URL class writes it, which makes `127.0.0.1` of `0x7f.1`; empty for a page without a host
 *
 * @example
 * ```ts
 * import { addressSpaceOf } from '@mcp-web/client';
 *
 * console.log(addressSpaceOf(new URL('http://192.168.1.1/').hostname)); // local
 * ```
 */
export function addressSpaceOf(hostname: string): AddressSpace {
  const name = hostname.replace(/\.+$/, '');
  if (name.startsWith('[')) return spaceOfIpv6(groupsOf(name.slice(1, -1)));
  if (/^\d+(\.\d+){3}$/.test(name)) return spaceOfIpv4(name.split('.').reduce((bits, part) => bits * 256 + +part, 0));
  if (/(^|\.)localhost$/.test(name)) return 'loopback';
  return name !== '' && (!name.includes('.') || LOCAL_NAME.test(name)) ? 'local' : 'public';
}

/**
 * Whether nobody on the way can read or change what is sent there: https, or http on this device. In the words of Secure
 * Contexts, "potentially trustworthy". 0.0.0.0 and `::` are not, because they do not lead to this device everywhere.
 */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(127\.[\d.]+|\[::1\]|(.+\.)?localhost\.?)$/.test(hostname))
  );
}

/**
 * Whether the address has a meaning only for fewer devices than the other one. What comes from the other one should not lead there.
 *
 * @example
 * ```ts
 * import { addressSpaceOf, isLessPublic } from '@mcp-web/client';
 *
 * const isInward = isLessPublic(addressSpaceOf('192.168.1.1'), addressSpaceOf('mcp.example.com'));
 * ```
 */
export function isLessPublic(space: AddressSpace, than: AddressSpace): boolean {
  return (than === 'public' && space !== 'public') || (than === 'local' && space === 'loopback');
}

function spaceOfIpv4(address: number): AddressSpace {
  // 0.0.0.0 leads to this device on most systems.
  if (address >>> 24 === 127 || address === 0) return 'loopback';
  return address >>> 24 >= 224 || isInAny(SPECIAL_IPV4, address) ? 'local' : 'public';
}

function spaceOfIpv6(groups: readonly number[]): AddressSpace {
  const bitsAt = (index: number): number => (groups[index] ?? 0) * 0x10000 + (groups[index + 1] ?? 0);
  const isZero = (start: number, end: number): boolean => groups.slice(start, end).every((group) => group === 0);
  // ::ffff:0:0/96 is another way to write an IPv4 address.
  if (isZero(0, 5) && groups[5] === 0xffff) return spaceOfIpv4(bitsAt(6));
  // :: leads to this device like ::1.
  if (isZero(0, 7) && bitsAt(6) <= 1) return 'loopback';
  // The loopback address of a translator is not this device.
  const translated = bitsAt(0) === NAT64 && isZero(2, 6) ? 6 : groups[0] === SIX_TO_FOUR ? 1 : undefined;
  const isPublic =
    translated === undefined
      ? isInAny([GLOBAL_IPV6], bitsAt(0)) && !isInAny(SPECIAL_IPV6, bitsAt(0))
      : spaceOfIpv4(bitsAt(translated)) === 'public';
  return isPublic ? 'public' : 'local';
}

/** The eight groups of an address, in which `::` stands for as many zeros as are missing. */
function groupsOf(address: string): number[] {
  const [start = [], end = []] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end];
}

function isInAny(blocks: readonly Block[], address: number): boolean {
  return blocks.some(([network, bits]) => address >>> (32 - bits) === network >>> (32 - bits));
}
