import { assert } from 'chai';
import { connect, REVISIONS, type RevisionFeature, supports } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';

/** The revisions that have a feature, as the specification says. */
const HAVE: Record<RevisionFeature, string[]> = {
  httpSse: ['2024-11-05'],
  versionHeader: ['2026-07-28', '2025-11-25', '2025-06-18'],
  completionsCapability: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
  completionContext: ['2026-07-28', '2025-11-25', '2025-06-18'],
  structuredOutput: ['2026-07-28', '2025-11-25', '2025-06-18'],
  coreTasks: ['2025-11-25'],
  elicitation: ['2026-07-28', '2025-11-25', '2025-06-18'],
  formLists: ['2026-07-28', '2025-11-25'],
  urlElicitationRequired: ['2025-11-25'],
  samplingAudio: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
  samplingTools: ['2026-07-28', '2025-11-25'],
};

describe('a revision', () => {
  for (const [feature, revisions] of Object.entries(HAVE))
    it(`has what the specification says: ${feature}`, () => {
      const having = REVISIONS.filter((revision) => supports(revision, feature as RevisionFeature));
      assert.deepEqual<readonly string[]>(having, revisions);
    });

  it('that is none is refused, whatever it is called', async () => {
    for (const revision of ['2027-01-01', '', 'constructor', '__proto__', null]) {
      const options = { revision: revision as never };
      const { message } = await errorOf(connect('https://example.com/mcp', options), 'invalid-argument');
      assert.include(message, REVISIONS.join(', '));
    }
  });
});
