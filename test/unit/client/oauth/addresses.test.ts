import { assert } from 'chai';
import { checkAddress } from '../../../../packages/client/src/oauth/endpoints/addresses.ts';
import { shorten } from '../../../../packages/client/src/oauth/failures.ts';
import { AuthError } from '@mcp-web/client';

const accepts = (address: string, server: string, page: string): boolean => {
  try {
    checkAddress(address, 'token_endpoint', new URL(server), page);
    return true;
  } catch (error) {
    assert.instanceOf(error, AuthError);
    assert.equal(error.reason, 'discovery');
    return false;
  }
};

describe('an address in metadata', () => {
  it('is https, or http on this machine, and nothing else [SE-01, SE-02, SE-03, SE-06, SE-08, AU-11]', () => {
    for (const address of [
      'https://as.example/token',
      'http://localhost:3000/token',
      'http://127.0.0.1/token',
      'http://[::1]:80/token',
      'http://as.localhost/',
    ]) {
      assert.isTrue(accepts(address, 'http://localhost/mcp', 'localhost'), address);
    }
    for (const address of [
      'http://as.example/token',
      'http://192.168.1.1/token',
      'http://localhost.evil.example/',
      'http://127.0.0.1.evil.example/',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'blob:https://as.example/1',
      'ftp://as.example/',
      'ws://localhost/',
      'about:blank',
      '/token',
      '',
      'https://',
      'https://user:secret@as.example/',
      'https://user@as.example/',
      'https://:secret@as.example/',
    ])
      assert.isFalse(accepts(address, 'http://localhost/mcp', 'localhost'), address);
  });

  it('is not inside a private network when neither the server nor the page is [SE-07, SE-09, SE-10]', () => {
    const inside = [
      'localhost',
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.9.9',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[fd00::1]',
      '[fe80::1]',
      '[::ffff:10.0.0.1]',
      'router',
      'nas.local',
      'wiki.corp.internal',
      'localhost.',
    ];
    for (const host of inside) {
      assert.isFalse(accepts(`https://${host}/token`, 'https://api.example/mcp', 'page.example'), host);
      assert.isTrue(
        accepts(`https://${host}/token`, 'http://localhost/mcp', 'page.example'),
        `${host}, from a server inside`,
      );
      assert.isTrue(
        accepts(`https://${host}/token`, 'https://api.example/mcp', 'localhost'),
        `${host}, from a page inside`,
      );
    }
    for (const host of [
      'as.example',
      '8.8.8.8',
      '172.32.0.1',
      '100.128.0.1',
      '11.0.0.1',
      '10.example.com',
      '127.0.0.1.example.com',
      '[2606:4700::1111]',
      'fd.example',
    ]) {
      assert.isTrue(accepts(`https://${host}/token`, 'https://api.example/mcp', 'page.example'), host);
    }
  });
});

describe('an address of this device in metadata', () => {
  const own = ['http://localhost:9/token', 'http://127.0.0.1:9/token', 'https://[::1]/token', 'https://0.0.0.0/token'];

  it('is not used when the server and the page are on other machines, even in the local network [SE-07, SE-09]', () => {
    for (const address of own) {
      for (const server of ['https://nas.local/mcp', 'https://10.0.0.1/mcp', 'https://api.example/mcp']) {
        assert.isFalse(accepts(address, server, 'app.example'), `${address} from ${server}`);
        assert.isFalse(accepts(address, server, 'intranet'), `${address} from ${server}`);
        assert.isTrue(accepts(address, server, 'localhost'), `${address} from ${server}, in a page on this device`);
      }
      assert.isTrue(accepts(address, 'http://127.0.0.1/mcp', 'app.example'), `${address} from this device`);
    }
  });

  it('is not http unless it is this device everywhere [SE-02]', () => {
    for (const host of ['0.0.0.0', '0', '[::]', '[::ffff:0:0]'])
      assert.isFalse(accepts(`http://${host}/token`, 'http://localhost/mcp', 'localhost'), host);
  });
});

describe('an address in metadata that nobody can reach from everywhere', () => {
  for (const host of [
    '[64:ff9b::a00:1]',
    '[2002:a00:1::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
    '198.18.0.1',
    '192.0.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    'wiki.lan',
    'wiki.home',
    'wiki.corp',
    'wiki.intranet',
    'fritz.box',
  ]) {
    it(`is not used for a public server: ${host} [SE-07, SE-09]`, () => {
      assert.isFalse(accepts(`https://${host}/token`, 'https://api.example/mcp', 'page.example'));
      assert.isTrue(accepts(`https://${host}/token`, 'https://10.0.0.1/mcp', 'page.example'), 'from a server inside');
    });
  }

  it('is used if an IPv4 address is only written in another way', () => {
    for (const host of ['[::ffff:8.8.8.8]', '[64:ff9b::8.8.8.8]', '[2002:808:808::1]'])
      assert.isTrue(accepts(`https://${host}/token`, 'https://api.example/mcp', 'page.example'), host);
  });
});

describe('text of somebody else in an error', () => {
  it('is one short line', () => {
    assert.equal(shorten('a\n\u202eb\u0000\tc'), 'a b c');
    assert.lengthOf(shorten('x'.repeat(1000)), 201);
    assert.equal(shorten('x'.repeat(200)), 'x'.repeat(200));
  });

  it('says whether an address is on this device or in a private network', () => {
    const saidOf = (address: string): string => {
      try {
        checkAddress(address, 'token_endpoint', new URL('https://api.example/mcp'), 'page.example');
      } catch (error) {
        return String(error);
      }
      return '';
    };
    assert.include(saidOf('https://localhost/token'), 'on this device');
    assert.include(saidOf('https://10.0.0.1/token'), 'in a private network');
  });
});
