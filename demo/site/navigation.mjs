// What the site contains, and in which order. `test/node/docs-site.test.mjs` fails if a document of `docs/` is missing here.

/**
 * The files of the repository, by the chapter of the site that they are in. The first line of each is its title, unless
 * another one is given.
 * @type {readonly { title: string, files: readonly (string | readonly [file: string, title: string])[] }[]}
 */
export const CHAPTERS = [
  {
    title: 'Start',
    files: [
      ['README.md', 'What mcp-web is'],
      'docs/start.md',
      'docs/playground.md',
      'docs/script-tag.md',
      'docs/frameworks.md',
      'docs/migrating.md',
      ['docs/revisions.md', 'Revisions'],
      'docs/extensions.md',
    ],
  },
  {
    title: 'Build with it',
    files: [
      'docs/chat.md',
      'docs/tools-for-models.md',
      'docs/skills.md',
      'docs/apps.md',
      'docs/webmcp.md',
      'docs/server-requests.md',
      'docs/sampling.md',
      'docs/servers.md',
      'docs/roots.md',
      'docs/sign-in.md',
      'docs/structured-output.md',
      'docs/tasks.md',
      'docs/unfinished-calls.md',
      'docs/server-rendering.md',
      'docs/worker.md',
      'docs/testing.md',
      'docs/languages.md',
    ],
  },
  {
    title: 'Servers',
    files: [
      ['docs/doctor.md', 'When it does not connect'],
      ['docs/activity.md', 'See the messages'],
      ['docs/errors.md', 'Errors'],
      'docs/servers-in-the-page.md',
      'docs/local-network.md',
      'docs/relay.md',
      'docs/reconnecting.md',
      ['docs/caching.md', 'Caching'],
      'docs/tabs.md',
      'docs/offline.md',
    ],
  },
  { title: 'Elements', files: [['docs/elements.md', 'All elements'], 'docs/schema-form.md', 'docs/theming.md'] },
  { title: 'API', files: [] },
  {
    title: 'About',
    files: [
      'docs/security.md',
      ['SECURITY.md', 'Threat model'],
      'docs/ui-obligations.md',
      'docs/accessibility.md',
      'docs/performance.md',
      'docs/architecture.md',
      ['docs/decisions/README.md', 'Decisions'],
      'CONTRIBUTING.md',
    ],
  },
];

/** The chapter of the pages that TypeDoc writes. */
export const API = 'API';
