/**
 * The one file for pages without a build step: small, and loads from the folder beside it what the page uses, when it is
 * there. It is a classic script and a module alike, so it says nothing that only one of them understands.
 */
import type { CompleteSignInOptions } from '@mcp-web/client/oauth';
import type * as Everything from './everything.ts';
import { registerMessages } from './messages/register.ts';

/** Every tag, each with a file of its own: put in by the build. */
declare const TAGS: readonly string[];

// A classic script of another site may not know its own address in `import()`; a module has no `currentScript`.
const { currentScript } = document;
const folder = currentScript instanceof HTMLScriptElement ? new URL('mcp-web/', currentScript.src).href : './mcp-web/';

function load<T>(name: string): Promise<T> {
  return import(`${folder}${name}.js`) as Promise<T>;
}

const missing = new Set(TAGS);
const observer = new MutationObserver((records) => {
  for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) define(node);
});

/** Loads the elements that are there. What they have in their shadow roots they bring along. */
function define(root: Element): void {
  for (const { localName } of [root, ...root.querySelectorAll(TAGS.join())]) {
    if (!missing.delete(localName)) continue;
    load(localName).catch((cause: unknown) => {
      // The next one of its kind tries again.
      missing.add(localName);
      reportError(
        new Error(`<${localName}> could not be loaded from ${folder}. Is the folder mcp-web beside the script?`, {
          cause,
        }),
      );
    });
  }
}

observer.observe(document, { childList: true, subtree: true });
define(document.documentElement);

const mcpWeb = {
  registerMessages,
  completeSignIn: async (options?: CompleteSignInOptions): Promise<void> =>
    (await load<typeof Everything>('oauth')).completeSignIn(options),
  /** Registers every element, wherever it is, and gives all classes and functions. */
  load: (): Promise<typeof Everything> => load('everything'),
};
Object.assign(globalThis, { mcpWeb });
