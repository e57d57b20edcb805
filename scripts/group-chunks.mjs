// Which modules of a build share a file. A bundler makes a file of every set of modules that the same entries and imports
// need: many small ones, which compress badly and are asked for one after the other. Here they are put together by who
// needs them, so that a page loads few files and hardly anything that it does not use.

/** Loaded on demand, and so seldom or so big that they are not put together with the rest of their folder. */
const APART =
  /\/client\/src\/client\/(response-cache|server-requests|tasks)\.ts$|\/src\/(markdown|schema|schema-form)\//;
/** What only servers of earlier revisions need. */
const LEGACY = /\/client\/src\/session\/(open-legacy|sse-link|url-elicitation)\.ts$/;
/** What an element needs that is nothing without a host. */
const HOSTED = /\/internal\/host-context\.ts$/;
/** In minified characters: not worth a file of its own, whoever needs it. */
const TINY = 700;

/**
 * @param {readonly import('vite').Rolldown.OutputChunk[]} chunks as the bundler makes them by itself, not merged
 * @param {string} whole the name of the entry that has all the others in it: it says nothing about what belongs together
 * @returns {Map<string, string>} the name of the file, by the module's id; any other module is where the bundler puts it
 */
export function groupChunks(chunks, whole) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needs = needsIn(chunks);
  const entries = chunks.filter(({ isEntry, name }) => isEntry && name !== whole);
  const parts = chunks.filter(({ isEntry, isDynamicEntry }) => isDynamicEntry && !isEntry);
  const standAlone = new Set(entries.filter((entry) => ![...needs(entry)].some(hasHost)));
  const inWhole = needs(chunks.find(({ name }) => name === whole));

  function groupOf(chunk) {
    const partsWithIt = parts.filter((part) => needs(part).has(chunk));
    const first = entries.filter((entry) => needs(entry).has(chunk));
    if (first.length > 0) {
      const mains = first.map(mainOf);
      const partsAlone = partsWithIt.filter((part) => !mains.some((main) => needs(part).has(main)));
      const users = new Set([...first, ...entries.filter((entry) => leadsTo(entry, partsAlone, mains))]);
      if (users.size === 1) return first[0].name;
      if (isOfClient(chunk)) return 'client';
      return [...users].some((user) => standAlone.has(user)) ? sharedFor(chunk) : 'hosted';
    }
    if (chunk.isDynamicEntry) return groupOfPart(chunk);
    const isTiny = chunk.code.length < TINY;
    if (inWhole.has(chunk)) return isTiny ? sharedFor(chunk) : 'rest';
    const groups = [...new Set(partsWithIt.map(groupOfPart))].sort((a, b) => (a < b ? -1 : 1));
    if (groups.length === 1) return groups[0];
    const own = folderGroup(chunk.moduleIds[0]);
    if (groups.includes(own)) return own;
    return isTiny && sharedFor(chunk) !== 'hosted' ? sharedFor(chunk) : groups.join('_');
  }
  /** What is loaded first is in `client`, `elements`, which may need the former, and `hosted`, which may need both. */
  const sharedFor = (chunk) => {
    const needed = [...needs(chunk)].filter((other) => other !== chunk).map(groupOf);
    const group = isOfClient(chunk) ? 'client' : 'elements';
    return needed.every((other) => other === 'client' || other === group) ? group : 'hosted';
  };
  /** The chunk with the module of an entry. */
  const mainOf = ({ facadeModuleId }) => chunks.find(({ moduleIds }) => moduleIds.includes(facadeModuleId));
  /** Whether an entry can load one of the parts and none of the others. */
  const leadsTo = (entry, some, others) => {
    const found = new Set([entry]);
    for (const next of found) {
      if (!others.includes(next))
        for (const file of [...next.imports, ...next.dynamicImports]) found.add(byFile.get(file));
    }
    return some.some((part) => found.has(part));
  };

  return new Map(
    chunks.filter(({ isEntry }) => !isEntry).flatMap((chunk) => chunk.moduleIds.map((id) => [id, groupOf(chunk)])),
  );
}

/**
 * That no file waits for itself: modules would run before what they need.
 * @param {readonly import('vite').Rolldown.OutputChunk[]} chunks
 */
export function assertNoCycles(chunks) {
  const needs = needsIn(chunks);
  for (const chunk of chunks) {
    const others = chunks.filter((other) => other !== chunk && needs(chunk).has(other));
    const back = others.find((other) => needs(other).has(chunk));
    if (back)
      throw new Error(
        `${chunk.fileName} and ${back.fileName} need each other: their modules cannot be grouped like that.`,
      );
  }
}

/** What is loaded on demand belongs to the folder that it is in. */
function groupOfPart({ facadeModuleId, name }) {
  if (APART.test(facadeModuleId)) return name;
  if (LEGACY.test(facadeModuleId)) return 'legacy';
  return folderGroup(facadeModuleId) ?? name;
}

function folderGroup(id) {
  const folder = /\/src\/([\w-]+)\/[\w.-]+$/.exec(id)?.[1];
  return folder && `${folder}-parts`;
}

function isOfClient({ moduleIds }) {
  return moduleIds.some((id) => id.includes('/packages/client/src/'));
}

function hasHost({ moduleIds }) {
  return moduleIds.some((id) => HOSTED.test(id));
}

/** What has to be there before a chunk runs, itself included. */
function needsIn(chunks) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const known = new Map();
  return (chunk) => {
    if (known.has(chunk)) return known.get(chunk);
    const found = new Set([chunk]);
    for (const { imports } of found) for (const file of imports) found.add(byFile.get(file));
    known.set(chunk, found);
    return found;
  };
}
