import { assert } from 'chai';
import { diagnose, type DiagnoseOptions, type Diagnosis } from '@mcp-web/client/doctor';
import { CASES, type DoctorCase, HEALTHY } from '../doctor/matrix.mjs';
import { engine } from '../support/engine.ts';
import { serverUrl } from '../support/servers.ts';

async function addressOf({ url, server, fault }: DoctorCase): Promise<string> {
  if (url === 'self-signed') return serverUrl(url);
  if (url === 'https') return (await serverUrl(server)).replace('http:', 'https:');
  if (url !== undefined) return url;
  const { port, pathname } = new URL(await serverUrl(server));
  return `${await serverUrl('broken')}/${fault}/${port}${pathname === '/' ? '' : pathname}`;
}

const durations: number[] = [];

async function diagnoseCase(one: DoctorCase, options?: DiagnoseOptions): Promise<Diagnosis> {
  const diagnosis = await diagnose(await addressOf(one), { headers: one.ownHeaders, ...options });
  durations.push(diagnosis.durationMs);
  return diagnosis;
}

describe('the doctor', () => {
  describe('finds nothing wrong with', () => {
    for (const one of HEALTHY) {
      it(one.title, async () => {
        const { cause, problems, revision } = await diagnoseCase(one);
        assert.deepEqual({ cause, problems }, { cause: 'none', problems: [] });
        assert.isDefined(revision);
      });
    }
  });

  describe('names the cause:', () => {
    for (const one of CASES) {
      it(one.title, async () => {
        const { cause, problems, fix, message } = await diagnoseCase(one);
        const expected = one.except?.[engine] ?? one.cause;
        assert.equal(cause, expected, JSON.stringify(problems));
        if (expected !== one.cause) return;
        const [first] = problems;
        assert.equal(first?.isBlocking, one.isUsable !== true, message);
        if (one.headers) {
          assert.deepEqual(first?.headers, one.headers);
          for (const name of one.headers) assert.include(fix.join('\n').toLowerCase(), name.toLowerCase());
        }
        if (one.said) assert.include(message, `The server says: “${one.said}”`);
        if (one.suggestion) assert.isTrue(first?.suggestion?.endsWith(one.suggestion), first?.suggestion);
      });
    }
  });

  after(() => {
    const sorted = durations.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    console.log(
      `The median of ${sorted.length} diagnoses is ${Math.round(median)} ms, the longest took ${Math.round(sorted.at(-1) ?? 0)} ms.`,
    );
    assert.isBelow(median, 2_000);
  });
});
