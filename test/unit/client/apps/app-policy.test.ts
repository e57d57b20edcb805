import { assert } from 'chai';
import { policyOf } from '@mcp-web/client/apps';

describe('the policy of an app', () => {
  const directives = (csp: unknown) =>
    new Map(
      policyOf(csp)
        .policy.split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    );

  it('lets an app that declares nothing connect nowhere [AP-24]', () => {
    for (const csp of [undefined, null, 'x', [], {}]) {
      const found = directives(csp);
      assert.equal(found.get('default-src'), "'none'");
      assert.equal(found.get('script-src'), "'self' 'unsafe-inline'");
      assert.equal(found.get('style-src'), "'self' 'unsafe-inline'");
      assert.equal(found.get('img-src'), "'self' data:");
      assert.equal(found.get('media-src'), "'self' data:");
      assert.equal(found.get('connect-src'), "'none'");
      assert.equal(found.get('frame-src'), "'none'");
      assert.equal(found.get('object-src'), "'none'");
      assert.equal(found.get('base-uri'), "'self'");
      assert.equal(found.get('form-action'), "'none'");
    }
  });

  it('allows what was declared, where it was declared [AP-17][AP-23]', () => {
    const found = directives({
      connectDomains: ['https://api.example.com', 'wss://live.example.com:8443'],
      resourceDomains: ['https://*.cdn.example.com/', 'fonts.example.com'],
      frameDomains: ['https://video.example.com'],
      baseUriDomains: ['https://base.example.com'],
    });
    assert.equal(found.get('connect-src'), 'https://api.example.com wss://live.example.com:8443');
    for (const name of ['script-src', 'style-src', 'img-src', 'font-src', 'media-src'])
      assert.match(found.get(name) ?? '', / https:\/\/\*\.cdn\.example\.com https:\/\/fonts\.example\.com$/);
    assert.equal(found.get('frame-src'), 'https://video.example.com');
    assert.equal(found.get('base-uri'), 'https://base.example.com');
    assert.equal(found.get('object-src'), "'none'");
  });

  it('takes nothing that is not exactly one origin, or the subdomains of a domain [AP-25][AP-29]', () => {
    const hostile = [
      '*',
      'https:',
      'https://*',
      'https://*.com',
      "'self'",
      "'unsafe-eval'",
      "'none'",
      'data:',
      'blob:',
      'javascript:alert(1)',
      'https://a.example; script-src *',
      'https://a.example, script-src *',
      'https://a.example b.example',
      'https://a.example\n',
      'https://a.example\u00a0b',
      'https://a.example/path',
      'https://a.example?x',
      'https://user@a.example',
      'http://a.example',
      'ws://a.example',
      'https://a..example',
      'https://.example',
      'https://*a.example',
      'https://a.*.example',
      '',
      ' ',
      'localhost:*',
      'https://[::1]',
      'x'.repeat(400),
      7,
      null,
      { toString: () => 'https://a.example' },
      'https://intranet',
      'https://a.example:99999',
      'https://1.2.3.999',
    ];
    const { policy, refused } = policyOf({ connectDomains: hostile, frameDomains: hostile });
    assert.equal(policy, policyOf(undefined).policy);
    assert.lengthOf(refused, 2 * hostile.length);
  });

  it('takes servers on this device, for developers', () => {
    assert.equal(directives({ connectDomains: ['http://localhost:3000'] }).get('connect-src'), 'http://localhost:3000');
  });

  it('gives nothing of this device or of a private network to the app of a public server [AP-25]', () => {
    const inward = [
      'http://localhost:3000',
      'https://127.0.0.1',
      'http://127.0.0.1:8080',
      'https://a.localhost',
      'https://192.168.1.1',
      'https://10.1',
      'https://0x7f.1',
      'https://router.local',
      'https://*.corp.internal',
      'wss://[::1]',
    ];
    const declared = { connectDomains: inward, resourceDomains: inward, frameDomains: inward, baseUriDomains: inward };
    const { policy, refused } = policyOf(declared, { serverUrl: 'https://mcp.example.com/mcp' });
    assert.equal(policy, policyOf(undefined).policy);
    assert.lengthOf(refused, 4 * inward.length);
    const connect = (serverUrl: string, domain: string) =>
      policyOf({ connectDomains: [domain] }, { serverUrl }).domains.connectDomains.length === 1;
    assert.isTrue(connect('https://mcp.example.com/', 'https://api.example.com'));
    assert.isTrue(connect('http://localhost:3000/', 'http://localhost:4000'));
    assert.isTrue(connect('http://localhost:3000/', 'https://api.example.com'));
    assert.isTrue(connect('https://10.0.0.1/', 'https://10.0.0.2'));
    assert.isFalse(connect('https://10.0.0.1/', 'http://localhost:4000'));
  });

  it('takes a limited number of domains', () => {
    const many = Array.from({ length: 60 }, (_, index) => `https://a${index}.example`);
    assert.lengthOf(policyOf({ connectDomains: many }).domains.connectDomains, 50);
    assert.lengthOf(policyOf({ connectDomains: many }).refused, 10);
  });
});
