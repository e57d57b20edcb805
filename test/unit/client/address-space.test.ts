import { assert } from 'chai';
import { addressSpaceOf, isLessPublic } from '../../../packages/client/src/protocol/address-space.ts';
import { localNetworkOptions } from '../../../packages/client/src/wire/local-network.ts';

const spaceOf = (host: string): string => addressSpaceOf(new URL(`https://${host}/`).hostname);

/** The IANA Special-Purpose Address Registries, without what they call globally reachable, and what is not unicast. */
const SPECIAL_IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32';
const SPECIAL_IPV6 =
  '::/128 ::1/128 ::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 200::/7 2001::/23 2001::/32 2001:2::/48 2001:10::/28 2001:db8::/32 3fff::/20 4000::/2 5f00::/16 8000::/1 fc00::/7 fe80::/10 fec0::/10 ff00::/8';
/** With an IPv4 address inside, which decides. */
const TRANSLATED = [
  { network: '::ffff:0:0', bits: 96 },
  { network: '64:ff9b::', bits: 96 },
  { network: '2002::', bits: 16 },
];

interface Block {
  readonly first: bigint;
  readonly last: bigint;
}

/** Which bits of an address, as the URL parser sees it, belong to the network. */
function blockOf(text: string, length: 32 | 128): Block {
  const [network = '', bits = ''] = text.split('/');
  const first = length === 32 ? numberOfIpv4(network) : numberOfIpv6(network);
  return { first, last: first + (1n << BigInt(length - Number(bits))) - 1n };
}

const blocks = {
  ipv4: SPECIAL_IPV4.split(' ').map((text) => blockOf(text, 32)),
  ipv6: SPECIAL_IPV6.split(' ').map((text) => blockOf(text, 128)),
};
const isIn = (address: bigint, { first, last }: Block): boolean => address >= first && address <= last;

function numberOfIpv4(text: string): bigint {
  return text.split('.').reduce((bits, part) => bits * 256n + BigInt(part), 0n);
}
function numberOfIpv6(text: string): bigint {
  const [start = '', end = ''] = text.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const missing = 8 - groups(start).length - groups(end).length;
  return [...groups(start), ...Array.from({ length: missing }, () => '0'), ...groups(end)].reduce(
    (bits, group) => bits * 65536n + BigInt(`0x${group}`),
    0n,
  );
}
const textOfIpv4 = (address: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 255n)).join('.');
const textOfIpv6 = (address: bigint): string =>
  `[${Array.from({ length: 8 }, (_none, index) => ((address >> BigInt(112 - 16 * index)) & 65535n).toString(16)).join(':')}]`;

const isPublicIpv4 = (address: bigint): boolean => !blocks.ipv4.some((block) => isIn(address, block));
function isPublicIpv6(address: bigint): boolean {
  for (const { network, bits } of TRANSLATED) {
    const block = blockOf(`${network}/${bits}`, 128);
    if (isIn(address, block)) return isPublicIpv4((address >> BigInt(96 - bits)) & 0xffff_ffffn);
  }
  return isIn(address, blockOf('2000::/3', 128)) && !blocks.ipv6.some((block) => isIn(address, block));
}

/** The first and the last address of a block, those beside it, and one in the middle. */
const around = ({ first, last }: Block, end: bigint): bigint[] =>
  [first - 1n, first, first + (last - first) / 2n, last, last + 1n].filter((address) => address >= 0n && address < end);

const randomBits = (bits: number): bigint =>
  crypto.getRandomValues(new Uint32Array(bits / 32)).reduce((number, word) => (number << 32n) | BigInt(word), 0n);

describe('the address space of a host', () => {
  it('is public for an IPv4 address exactly if no special block has it [SE-09]', () => {
    const addresses = [
      ...blocks.ipv4.flatMap((block) => around(block, 1n << 32n)),
      ...Array.from({ length: 5_000 }, () => randomBits(32)),
    ];
    for (const address of addresses)
      assert.equal(spaceOf(textOfIpv4(address)) === 'public', isPublicIpv4(address), textOfIpv4(address));
  });

  it('is public for an IPv6 address exactly if it is global unicast and no special block has it [SE-09]', () => {
    const special = [...blocks.ipv6, ...TRANSLATED.map(({ network, bits }) => blockOf(`${network}/${bits}`, 128))];
    const addresses = [
      ...[...special, blockOf('2000::/3', 128)].flatMap((block) => around(block, 1n << 128n)),
      ...Array.from({ length: 5_000 }, () => randomBits(128)),
      // Most are not global unicast.
      ...Array.from({ length: 5_000 }, () => (1n << 125n) | (randomBits(128) >> 3n)),
    ];
    for (const address of addresses)
      assert.equal(spaceOf(textOfIpv6(address)) === 'public', isPublicIpv6(address), textOfIpv6(address));
  });

  it('is that of the IPv4 address in an IPv6 address: mapped, translated or tunneled [SE-09]', () => {
    const inside = [
      ...blocks.ipv4.flatMap((block) => around(block, 1n << 32n)),
      ...Array.from({ length: 2_000 }, () => randomBits(32)),
    ];
    for (const { network, bits } of TRANSLATED) {
      const { first } = blockOf(`${network}/${bits}`, 128);
      for (const address of inside) {
        const text = textOfIpv6(first | (address << BigInt(96 - bits)));
        assert.equal(spaceOf(text) === 'public', isPublicIpv4(address), text);
      }
    }
    assert.equal(spaceOf('[::ffff:127.0.0.1]'), 'loopback');
    // This is the loopback address of the translator.
    assert.equal(spaceOf('[64:ff9b::127.0.0.1]'), 'local');
    assert.equal(spaceOf('[2002:7f00:1::]'), 'local');
  });

  it('is loopback for this device only', () => {
    for (const host of [
      'localhost',
      'LOCALHOST.',
      'app.localhost',
      '127.0.0.1',
      '127.255.255.254',
      '127.1',
      '0x7f.1',
      '2130706433',
      '0.0.0.0',
      '[::1]',
      '[::]',
    ])
      assert.equal(spaceOf(host), 'loopback', host);
    for (const host of ['10.0.0.1', '192.168.1.1', '169.254.169.254', '[fd00::1]', '[fe80::1]', 'printer', 'nas.local'])
      assert.equal(spaceOf(host), 'local', host);
  });

  it('is local for names that the public DNS does not have', () => {
    for (const host of [
      'router',
      'nas.local',
      'NAS.LOCAL.',
      'wiki.corp.internal',
      'metadata.google.internal',
      'printer.home.arpa',
      'pc.lan',
      'pc.home',
      'wiki.corp',
      'wiki.intranet',
      'db.private',
      'pc.localdomain',
      'app.test',
      'fritz.box',
      'nas.fritz.box',
    ])
      assert.equal(spaceOf(host), 'local', host);
    for (const host of [
      'example.com',
      'local.example.com',
      'mylocal.com',
      'lan.example',
      'notfritz.box',
      'localhost.example.com',
      '127.0.0.1.example.com',
      '10.example.com',
      'fd.example',
    ])
      assert.equal(spaceOf(host), 'public', host);
    assert.equal(addressSpaceOf(''), 'public', 'of a page without a host');
  });

  it('is less public the fewer devices it has', () => {
    const spaces = ['loopback', 'local', 'public'] as const;
    for (const [index, space] of spaces.entries())
      for (const [other, than] of spaces.entries())
        assert.equal(isLessPublic(space, than), index < other, `${space} than ${than}`);
  });
});

describe('a request that the browser would block as mixed content', () => {
  const hasSpace = 'targetAddressSpace' in Request.prototype;
  const optionsOf = (url: string, { isOnHttps = true, canAsk = true } = {}): object => {
    const origin = isOnHttps ? 'https://page.example' : 'http://page.example';
    Object.defineProperty(globalThis, 'origin', { configurable: true, value: origin });
    if (canAsk) Object.defineProperty(Request.prototype, 'targetAddressSpace', { configurable: true, value: 'local' });
    else Reflect.deleteProperty(Request.prototype, 'targetAddressSpace');
    return localNetworkOptions(new URL(url));
  };
  const origin = Object.getOwnPropertyDescriptor(globalThis, 'origin');
  const space = Object.getOwnPropertyDescriptor(Request.prototype, 'targetAddressSpace');
  afterEach(() => {
    if (origin) Object.defineProperty(globalThis, 'origin', origin);
    if (hasSpace && space) Object.defineProperty(Request.prototype, 'targetAddressSpace', space);
    else Reflect.deleteProperty(Request.prototype, 'targetAddressSpace');
  });

  it('has the user asked where the browser can do that [SE-09]', () => {
    assert.deepEqual(optionsOf('http://printer/mcp'), { targetAddressSpace: 'local' });
    assert.deepEqual(optionsOf('http://192.168.1.7/mcp'), { targetAddressSpace: 'local' });
  });

  it('is no other: not one over HTTPS, to this device, to a public address, or from a page on http', () => {
    for (const url of ['https://printer/mcp', 'http://localhost/mcp', 'http://example.com/mcp'])
      assert.isEmpty(optionsOf(url), url);
    assert.isEmpty(optionsOf('http://printer/mcp', { isOnHttps: false }));
    assert.isEmpty(optionsOf('http://printer/mcp', { canAsk: false }));
  });
});
