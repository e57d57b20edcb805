// Which modules of the script tag share a file. A bundler makes a file of every set of modules that the same entries need:
// many small ones, which compress badly and are asked for one after the other. Here they go together by when a page comes
// to need them. A file also has what its modules import, unless an earlier one of the list has it. What is not listed is
// where the bundler puts it: an element's own modules in its file, a part that is loaded on demand in one of its own.

/** What modules import at first, rather than on demand. */
const FIRST = ['$initial'];

const FILES = [
  // What every element needs, and the page that signs users in: Lit, and what has to do with no host.
  {
    name: 'shared',
    test: /\/(lit|lit-html|@lit\/reactive-element)\/|\/elements\/src\/(\w+(-\w+)*\/events|internal\/(base\/(element|focused|on-demand)|text\/(json-preview|text)))\.ts$|\/client\/src\/(errors|protocol\/(display-name|guards)|storage\/database|wire\/(abort|body))\.ts$/,
  },
  { name: 'oauth', test: /\/client\/src\/oauth\//, tags: FIRST },
  // What asks for values and shows results, with or without a host.
  {
    name: 'values',
    test: /\/elements\/src\/(content\/define|internal\/media\/image-header|schema-form\/(define|plain))\.ts$/,
  },
  // The host, with the client and what all that is in a host needs: a page that has the one has the others.
  { name: 'mcp-host', test: /\/client\/src\/|\/elements\/src\/(host|internal)\//, tags: FIRST },
  // Asked for as soon as a host connects.
  {
    name: 'connected',
    test: /\/client\/src\/(session\/(legacy\/open-session|stored-server|modern\/subscriptions)|transports\/streamable-http)\.ts$|\/elements\/src\/server\/server-parts\.ts$/,
  },
  // Asked for with the first tool that is picked, and its call.
  {
    name: 'call',
    test: /\/client\/src\/(client\/(tools\/(structured-output|tool-headers)|trace)|host\/(requests\/request-audit|calls\/run-call))\.ts$|\/elements\/src\/(internal\/media\/draw-icon|tool-consent\/(consent-dialog|step-up-question)|tools\/tool-panel)\.ts$/,
  },
  { name: 'schema', test: /\/client\/src\/schema\// },
  {
    name: 'lists',
    test: /\/elements\/src\/internal\/(lists\/(completion|listbox|listbox\.styles)|server\/server-notes)\.ts$/,
  },
];

/** In the order of the list, as the bundler takes them. */
export const groups = FILES.map((file, index) => ({ ...file, priority: FILES.length - index }));

/**
 * That no file waits for itself: modules would run before what they need.
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
