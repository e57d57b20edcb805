// Writes what docs/revisions.md and docs/errors.md repeat of the sources: what each revision has, and all codes of errors.
// `test/node/docs-site.test.mjs` fails when they are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Where to go on from an error. */
const ADVICE = {
  network: '[When it does not connect](doctor.md) finds out which.',
  relay: '[A relay](relay.md) says what it lets through.',
  http: '[When it does not connect](doctor.md) explains what servers answer.',
  'not-mcp': 'Check the address: most end in `/mcp`. [When it does not connect](doctor.md) has the other causes.',
  'invalid-message': 'The author of the server has to fix it.',
  'invalid-result':
    'The author of the server has to fix it. [Structured output](structured-output.md) says what is checked.',
  'stream-ended': '[Reconnecting](reconnecting.md) says which streams are resumed.',
  'too-large': 'Ask for less at once.',
  timeout: '`timeoutMs` is 60,000 by default. Set it, or give the call a `signal` of its own.',
  rpc: 'Read the message: it is the server’s own, and not trustworthy.',
  'unsupported-revision': '[Revisions](revisions.md) has those that the client speaks.',
  unauthorized: '[Sign-in](sign-in.md) says how to let users sign in.',
  'not-cached': '[Caching](caching.md) says what is stored.',
  denied: 'Do not repeat the call: somebody has said no.',
  'tool-changed': 'Fetch the list of tools again, and decide again.',
  storage: 'Tell the user. What they decided holds until the page is closed.',
  'session-lost': 'Look at [`mayHaveRun`](#mayhaverun) before you call again.',
  'task-cancelled': '[Tasks](tasks.md) says who can cancel one.',
  'task-lost': '[Tasks](tasks.md) says how long a server knows one.',
  closed: 'Connect again if the page still needs the server.',
};

/** docs/revisions.md as it should be. */
export function revisionsPage(page = read('docs/revisions.md')) {
  return fill(fill(page, 'revisions', features()), 'deprecated', deprecated());
}

/** docs/errors.md as it should be. */
export function errorsPage(page = read('docs/errors.md')) {
  const rows = [...read('packages/client/src/errors.ts').matchAll(/^ \* \| `([\w-]+)` \| (.*) \|$/gm)];
  const sections = rows.map(([, code, what]) => {
    const sentence = `${what[0].toUpperCase()}${what.slice(1).replaceAll(/\{@link (\w+)\}/g, '`$1`')}.`;
    return `### \`${code}\`\n\n${[sentence, ADVICE[code]].filter(Boolean).join(' ')}`;
  });
  // The reasons of an AuthError come after the last code.
  const end = rows.findIndex(([, code]) => code === 'closed') + 1;
  return fill(fill(page, 'codes', sections.slice(0, end).join('\n\n')), 'reasons', sections.slice(end).join('\n\n'));
}

function features() {
  const source = read('packages/client/src/protocol/revisions.ts');
  const table = /FEATURES = \{([^]*?)\n\} as const/.exec(source)[1];
  const revisions = [...table.matchAll(/'(\d{4}-\d\d-\d\d)': \{([^}]*)\}/g)].map(([, date, has]) => ({ date, has }));
  const rows = [...source.matchAll(/\/\*\* (.*)\. \*\/\n {2}readonly (\w+)\?: true;/g)].map(([, what, name]) => {
    const cells = revisions.map(({ has }) => (new RegExp(`\\b${name}: true`).test(has) ? 'yes' : '–'));
    return `| ${what} | ${cells.join(' | ')} |`;
  });
  const era = `| Era | ${revisions.map(({ has }) => /era: '(\w+)'/.exec(has)[1]).join(' | ')} |`;
  return [
    `| feature | ${revisions.map(({ date }) => date).join(' | ')} |`,
    `|---|${revisions.map(() => '---|').join('')}`,
    era,
    ...rows,
  ].join('\n');
}

function deprecated() {
  const source = read('packages/client/src/protocol/revisions.ts');
  const list = /DEPRECATED_SINCE = \{([^]*?)\n\} as const/.exec(source)[1];
  const rows = [...list.matchAll(/^ {2}'?([^':]+)'?: '(\d{4}-\d\d-\d\d)'/gm)];
  return ['| feature | since |', '|---|---|', ...rows.map(([, name, since]) => `| ${name} | ${since} |`)].join('\n');
}

function fill(page, name, text) {
  return page.replace(
    new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
    (_whole, start, end) => `${start}\n${text}\n\n${end}`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(new URL('../../docs/revisions.md', import.meta.url), revisionsPage());
  writeFileSync(new URL('../../docs/errors.md', import.meta.url), errorsPage());
}
