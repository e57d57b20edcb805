/**
 * The file for pages without a build step. It is small, and loads each element from the folder beside it when the page contains
 * that element. It works both as a classic script and as a module, so it uses no syntax that only one of them supports.
 */
import type { CompleteSignInOptions } from '@mcp-web/client/oauth';
import type * as Everything from './everything.ts';
import { registerMessages } from './messages/register.ts';

/** The tags of all elements. The build inserts them, and makes a file for each. */
declare const TAGS: readonly string[];

// In a classic script from another site, `import()` may not know the address of the script. A module has no `currentScript`.
const { currentScript } = document;
const folder = currentScript instanceof HTMLScriptElement ? new URL('mcp-web/', currentScript.src).href : './mcp-web/';

function load<T>(name: string): Promise<T> {
  return import(`${folder}${name}.js`) as Promise<T>;
}

const missing = new Set(TAGS);
const observer = new MutationObserver((records) => {
  for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) define(node);
});

/** Loads the elements in a tree. Elements import those in their shadow roots themselves. */
function define(root: Element): void {
  for (const { localName } of [root, ...root.querySelectorAll(TAGS.join())]) {
    if (!missing.delete(localName)) continue;
    load(localName).catch((cause: unknown) => {
      // The next element with this tag tries again.
      missing.add(localName);
      reportError(
        new Error(
          `<${localName}> could not be loaded from ${folder}. Check that the folder mcp-web is beside the script and matches the page's import map, and that the page's policy lists the Trusted Types name mcp-web#lit.`,
          {
            cause,
          },
        ),
      );
    });
  }
}

observer.observe(document, { childList: true, subtree: true });
define(document.documentElement);

/**
 * What the script tag gives to the scripts of its page, as the global `mcpWeb`. For its type, write
 * `import '@mcp-web/elements/mcp-web.js'` or `/// <reference types="@mcp-web/elements/mcp-web.js" />`.
 */
export interface McpWeb {
  /** Adds or replaces the texts of a language. */
  readonly registerMessages: typeof registerMessages;
  /** Ends a sign-in, in the page that the authorization server sends the user back to. */
  readonly completeSignIn: (options?: CompleteSignInOptions) => Promise<void>;
  /**
   * Registers every element, and resolves to everything that `@mcp-web/elements` and `@mcp-web/client` export, with the
   * sign-in of `@mcp-web/client/oauth`.
   */
  readonly load: () => Promise<typeof Everything>;
}

declare global {
  var mcpWeb: McpWeb;
}

globalThis.mcpWeb = {
  registerMessages,
  completeSignIn: async (options) => (await load<typeof Everything>('oauth')).completeSignIn(options),
  load: () => load('everything'),
};
