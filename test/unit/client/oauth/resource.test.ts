import { assert } from 'chai';
import { metadataAddressOf, relationOf, resourceOf } from '../../../../packages/client/src/oauth/endpoints/resource.ts';
import { discoverTarget } from '../../../../packages/client/src/oauth/endpoints/discovery.ts';
import type { AuthorizationTarget } from '../../../../packages/client/src/oauth/oauth-types.ts';
import { authErrorOf } from '../../../support/errors.ts';
import { ISSUER, issuerMetadata, type Said, scriptedSites } from '../../../support/scripted-sites.ts';

describe('the resource of a server', () => {
  it('is its canonical URI where it does not say one: scheme and host in lower case, no fragment, no needless slash [AU-48, AU-49]', () => {
    assert.equal(resourceOf(new URL('HTTPS://API.Example:443/MCP/#part')), 'https://api.example/MCP/');
    assert.equal(resourceOf(new URL('https://api.example/')), 'https://api.example');
    assert.equal(resourceOf(new URL('https://api.example/?tenant=1')), 'https://api.example/?tenant=1');
    assert.equal(resourceOf(new URL('https://api.example:8443/mcp')), 'https://api.example:8443/mcp');
  });

  it('is what its metadata says only if that is the server, or a part of its site above it [AU-18]', () => {
    const server = new URL('https://api.example/a/mcp');
    for (const resource of ['https://api.example/a/mcp', 'HTTPS://API.example/a/mcp', 'https://api.example:443/a/mcp'])
      assert.equal(relationOf(resource, server), 'same', resource);
    for (const resource of [
      'https://api.example/a',
      'https://api.example/a/',
      'https://api.example',
      'https://API.example/',
    ])
      assert.equal(relationOf(resource, server), 'parent', resource);
    for (const resource of [
      'https://evil.example/a/mcp',
      'http://api.example/a/mcp',
      'https://api.example:444/a/mcp',
      'https://api.example./a/mcp',
      'https://api.example/a/mcp/x',
      'https://api.example/a/mcp/',
      'https://api.example/a/mc',
      'https://api.example/a/MCP',
      'https://api.example/A',
      'https://api.example/b',
      'https://api.example/a/mcp?x',
      'x',
      '',
    ])
      assert.isUndefined(relationOf(resource, server), resource);
  });

  it('has nothing in it that a parser would drop or rewrite [AU-48]', () => {
    const server = new URL('https://api.example/a/mcp');
    for (const resource of [
      'https://api.example/#x',
      'https://api.example/a/mcp#',
      'https://user@api.example/a/mcp',
      'https://user:secret@api.example/a/mcp',
      'https://@api.example/a/mcp',
      'https://api.example/b/../a/mcp',
      'https://api.example/a/./mcp',
      'https://api.example/b/%2e%2E/a/mcp',
      'https://api.example/a/mcp?',
      'https://api.example\\a\\mcp',
      'https:/\\api.example/a/mcp',
      'https:api.example/a/mcp',
      ' https://api.example/a/mcp',
      'https://api.example/a/m\ncp',
    ])
      assert.isUndefined(relationOf(resource, server), JSON.stringify(resource));
  });

  it('ends at a segment, and an encoded slash is no end of one', () => {
    const cases: [string, string, ReturnType<typeof relationOf>][] = [
      ['https://api.example/a', 'https://api.example/a%2Fmcp', undefined],
      ['https://api.example/a', 'https://api.example/ab/mcp', undefined],
      ['https://api.example/a%2F', 'https://api.example/a/mcp', undefined],
      ['https://api.example/a%2Fmcp', 'https://api.example/a%2Fmcp', 'same'],
      ['https://api.example/a%2fmcp', 'https://api.example/a%2Fmcp', undefined],
      ['https://api.example/a', 'https://api.example/a/', 'same'],
      ['https://api.example/a', 'https://api.example/a/?tenant=1', 'parent'],
      ['https://api.example/a', 'https://api.example/a?tenant=1', 'parent'],
      ['https://api.example/a?tenant=1', 'https://api.example/a?tenant=1', 'same'],
      ['https://api.example/a?tenant=1', 'https://api.example/a?tenant=2', undefined],
      ['https://api.example/?tenant=1', 'https://api.example/a?tenant=1', undefined],
    ];
    for (const [resource, server, expected] of cases)
      assert.equal(relationOf(resource, new URL(server)), expected, `${resource} for ${server}`);
  });

  it('publishes its metadata below the well-known address of its site [AU-16]', () => {
    const addresses: [string, string][] = [
      ['https://api.example', '/.well-known/oauth-protected-resource'],
      ['https://api.example/', '/.well-known/oauth-protected-resource'],
      ['https://api.example/a/mcp/', '/.well-known/oauth-protected-resource/a/mcp'],
      ['https://api.example/a?tenant=1', '/.well-known/oauth-protected-resource/a?tenant=1'],
    ];
    for (const [resource, path] of addresses)
      assert.equal(metadataAddressOf(resource).href, `https://api.example${path}`);
  });
});

describe('metadata for a whole site', () => {
  const SITE = 'https://shared.example';
  const WELL_KNOWN = `${SITE}/.well-known/oauth-protected-resource`;
  const OWN = `${WELL_KNOWN}/mallory/mcp`;
  const discover = (
    documents: Record<string, Said>,
    resourceMetadata?: string,
  ): { target: Promise<AuthorizationTarget>; urls: () => string[] } => {
    const { fetch, urls } = scriptedSites({
      [`${ISSUER}/.well-known/oauth-authorization-server`]: issuerMetadata(),
      ...documents,
    });
    return { target: discoverTarget(new URL(`${SITE}/mallory/mcp`), { resourceMetadata }, { fetch }), urls };
  };
  const described = (resource = SITE, issuers = [ISSUER]): object => ({ resource, authorization_servers: issuers });

  it('cannot be written by one of its paths [AU-18]', async () => {
    for (const resource of [SITE, `${SITE}/`, `${SITE}/mallory`]) {
      const { target, urls } = discover({ [OWN]: described(resource) });
      const { message } = await authErrorOf(target, 'discovery');
      assert.include(message, `is for ${resource}, not for ${SITE}/mallory/mcp`);
      assert.include(message, `${WELL_KNOWN}${new URL(resource).pathname.replace(/\/$/, '')} has to say so`);
      assert.notInclude(urls().join(), ISSUER);
    }
    await authErrorOf(discover({ 'https://e.example/x': described() }, 'https://e.example/x').target, 'discovery');
  });

  it('is what the site itself says at its well-known address, and from nobody else [AU-16, AU-18]', async () => {
    for (const [documents, said] of [
      [{ [WELL_KNOWN]: described() }, undefined],
      [{ [WELL_KNOWN]: described() }, WELL_KNOWN],
      // The document of the path sends the client to that of the site, and has no other say.
      [{ [OWN]: described(SITE, ['https://evil.example']), [WELL_KNOWN]: described(`${SITE}/`) }, undefined],
      [{ [OWN]: described(), [WELL_KNOWN]: described() }, OWN],
    ] satisfies [Record<string, Said>, string | undefined][]) {
      const { resource, issuer } = await discover(documents, said).target;
      assert.include([SITE, `${SITE}/`], resource);
      assert.equal(issuer, ISSUER);
    }
  });

  it('does not count if the site spells it in another way, or wrongly [AU-48]', async () => {
    for (const resource of ['/', '//shared.example', 'http://[', `${SITE}/x/..`, `${SITE}/#`, `${SITE}?`, '']) {
      const { target, urls } = discover({ [OWN]: described(), [WELL_KNOWN]: described(resource) });
      await authErrorOf(target, 'discovery');
      assert.notInclude(urls().join(), ISSUER, resource);
    }
  });

  it('counts for the part of the site that says so, and not for another', async () => {
    const part = `${SITE}/mallory`;
    const { resource } = await discover({
      [OWN]: described(part),
      [`${WELL_KNOWN}/mallory`]: described(part),
    }).target;
    assert.equal(resource, part);
    await authErrorOf(discover({ [OWN]: described(part), [`${WELL_KNOWN}/mallory`]: described() }).target, 'discovery');
    await authErrorOf(discover({ [OWN]: described(), [WELL_KNOWN]: described(`${SITE}/alice`) }).target, 'discovery');
    await authErrorOf(discover({ [WELL_KNOWN]: described(`${SITE}/alice/mcp`) }).target, 'discovery');
  });
});
