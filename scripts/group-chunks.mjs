// Lists which modules of the script tag share a file. A bundler makes one file for every set of modules that the same
// entries need: many small files, which compress badly and are requested one after the other. This list groups modules by
// the moment when a page needs them. A file also contains what its modules import, unless an earlier file has it. The
// bundler places everything else: an element's own modules in its file, a part that is loaded on demand in its own file.

/** Only modules that are imported statically, not on demand. */
const FIRST = ['$initial'];

const FILES = [
  // What every element and the sign-in page need: Lit, and code that needs no host.
  {
    name: 'shared',
    test: /\/(lit|lit-html|@lit\/reactive-element)\/|\/elements\/src\/(\w+(-\w+)*\/events|internal\/(base\/(element|keyboard|on-demand)|text\/(json-preview|text)))\.ts$|\/client\/src\/(errors|lazy|protocol\/(address-space|display-name|guards)|storage\/database|wire\/(abort|body|digest))\.ts$/,
  },
  { name: 'oauth', test: /\/client\/src\/oauth\//, tags: FIRST },
  // Forms and results, with or without a host.
  {
    name: 'values',
    test: /\/elements\/src\/(content\/define|internal\/media\/image-header|schema-form\/define)\.ts$/,
  },
  // The host with the client, and what all elements in a host need: a page that has one of them has the others. Lists load later.
  {
    name: 'mcp-host',
    test: /\/client\/src\/(?!activity\/|apps\/|servers\/|tools\/|models\/|protocol\/request-guards)|\/elements\/src\/(host|internal)\/(?!lists\/(combobox-field|filter-choice|list-rows|listbox|row-focus|row-list|text-pattern|virtual-list))/,
    tags: FIRST,
  },
  // What only a chat needs of the client.
  { name: 'model-tools', test: /\/client\/src\/tools\//, tags: FIRST },
  // Needed as soon as a host connects.
  {
    name: 'connected',
    test: /\/client\/src\/(session\/(legacy\/open-session|stored-server|modern\/subscriptions)|transports\/streamable-http)\.ts$/,
  },
  // Needed when the first modal dialog opens. The file of one dialog must not bring the file of another.
  { name: 'dialogs', test: /\/elements\/src\/internal\/dialog\/(armed|button-places|exposure|kept-bottom)\.ts$/ },
  // Needed when the user picks the first tool and runs it.
  {
    name: 'call',
    test: /\/client\/src\/client\/tools\/tool-headers\.ts$|\/elements\/src\/(internal\/media\/draw-icon|tool-consent\/consent-dialog|tools\/tool-panel)\.ts$/,
  },
  // What the log and the messages have in common: very long lists, and what finds something in them.
  {
    name: 'rows',
    test: /\/elements\/src\/internal\/lists\/(filter-choice|list-rows|row-focus|row-list\.styles|text-pattern|virtual-list)\.ts$/,
  },
  // Needed when the log is stored.
  { name: 'stored-log', test: /\/client\/src\/(host\/log\/(redaction|stored-log)|storage\/log-database)\.ts$/ },
  // Needed for the first text in Markdown: in a result, or in an answer of a model.
  { name: 'markdown', test: /\/elements\/src\/(chat\/answer-text|markdown\/markdown)\.ts$/ },
  { name: 'schema', test: /\/client\/src\/schema\// },
  {
    name: 'lists',
    test: /\/elements\/src\/internal\/(lists\/(combobox-field|completion|listbox|listbox\.styles)|server\/notes)\.ts$/,
  },
];

/** The bundler applies groups by priority: the order of the list. */
export const groups = FILES.map((file, index) => ({ ...file, priority: FILES.length - index }));

/**
 * Fails if a file needs itself: modules would run before what they import.
 * @param {readonly import('vite').Rolldown.OutputChunk[]} chunks
 */
export function assertNoCycles(chunks) {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  for (const [fileName, imports] of importsOf) {
    const needed = new Set(imports);
    for (const other of needed) for (const next of importsOf.get(other)) needed.add(next);
    if (needed.has(fileName)) throw new Error(`${fileName} needs itself: its modules cannot be grouped like that.`);
  }
}
