/** How a page declares what servers may ask of it. */
import { McpError } from '../../errors.ts';
import type {
  ElicitationFormParams,
  ElicitationResult,
  ElicitationUrlParams,
  Root,
  SamplingParams,
  SamplingResult,
} from '../../protocol/request-types.ts';
import type { ClientCapabilities, JsonObject } from '../../protocol/types.ts';
import type { SentRequest } from '../../session/exchange.ts';

export interface ServerRequestOptions {
  /** Aborts when the server gives up, or the caller whose call led to the request. */
  signal: AbortSignal;
  /** The request of the page that led to this one, where that is known: its `params` have what the page passed. */
  request?: Pick<SentRequest, 'method' | 'params'> | undefined;
}

/**
 * What the handler for visits gets in addition to the request.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 *
 * const client = await connect('https://example.com/mcp', {
 *   elicitation: {
 *     url: async ({ message, url }, { completed }) => {
 *       if (!confirm(`${message}\n\n${url}`)) return { action: 'decline' };
 *       open(url, '_blank', 'noopener,noreferrer');
 *       const goOn = new Promise((resolve) => document.querySelector('#go-on')?.addEventListener('click', resolve, { once: true }));
 *       if (completed) await Promise.race([completed, goOn]);
 *       return { action: 'accept' };
 *     },
 *   },
 * });
 * ```
 */
export interface UrlElicitationOptions extends ServerRequestOptions {
  /**
   * Present when a call of the page waits for this visit (2025-11-25, URL elicitation required). Resolves when the
   * server says that the visit is over. The call is sent again as soon as the handler accepts, so wait for this. Let
   * the user continue by hand as well, because servers do not have to say anything.
   */
  completed?: Promise<void> | undefined;
}

/** How the page answers requests of servers. The client declares only what has a handler. */
export interface ServerRequestHandlers {
  elicitation?:
    | {
        /**
         * Fills in a form. If you accept without `content`, the server gets the schema's defaults. Otherwise it gets
         * exactly your `content`: `{}` means that every field is empty.
         */
        form?:
          | ((
              params: ElicitationFormParams,
              options: ServerRequestOptions,
            ) => ElicitationResult | Promise<ElicitationResult>)
          | undefined;
        /**
         * Sends the user to a page, after consent. To accept means that the user agreed to go there. Servers of
         * 2025-11-25 may say when the visit is over, with the event `elicitationcomplete`. The URL is an https URL, or
         * one of this machine. It is in a private network or on this machine only if the server is too.
         */
        url?:
          | ((
              params: ElicitationUrlParams,
              options: UrlElicitationOptions,
            ) => ElicitationResult | Promise<ElicitationResult>)
          | undefined;
      }
    | undefined;
  /**
   * How the page answers a server that asks for a model's answer.
   *
   * @deprecated since MCP 2026-07-28 (SEP-2577), and revisions from 2027-07-28 on may lack it. Servers of older revisions
   *   still need it. New servers call a model themselves.
   */
  sampling?:
    | {
        /** Asks a model, with the user's approval. Throw to refuse. */
        createMessage: (
          params: SamplingParams,
          options: ServerRequestOptions,
        ) => SamplingResult | Promise<SamplingResult>;
        /** Whether `tools` and `toolChoice` are understood. */
        supportsTools?: boolean | undefined;
      }
    | undefined;
  /**
   * Returns the page's roots. Call `McpClient.rootsChanged` when they change.
   *
   * @deprecated since MCP 2026-07-28 (SEP-2577), and revisions from 2027-07-28 on may lack it. Servers of older revisions
   *   still need it. New servers take places as arguments of tools or as URIs of resources.
   */
  roots?: ((options: ServerRequestOptions) => readonly Root[] | Promise<readonly Root[]>) | undefined;
}

/** The capabilities that fit the handlers, and the extensions of the page. */
export function capabilitiesOf({
  elicitation,
  sampling,
  roots,
  extensions,
}: ServerRequestHandlers & { extensions?: Record<string, JsonObject> | undefined }): ClientCapabilities {
  return {
    ...((elicitation?.form || elicitation?.url) && {
      elicitation: { ...(elicitation.form && { form: {} }), ...(elicitation.url && { url: {} }) },
    }),
    ...(sampling && { sampling: sampling.supportsTools ? { tools: {} } : {} }),
    ...(roots && { roots: {} }),
    ...(extensions && { extensions }),
  };
}

/**
 * Checks the handlers where types could not.
 *
 * @throws {McpError} `invalid-argument` with the name of the handler, and what it has to be
 */
export function checkHandlers({ elicitation, sampling, roots }: ServerRequestHandlers): void {
  if (elicitation !== undefined) {
    const { form, url } = membersOf('elicitation', elicitation, '{ form, url }');
    if (form === undefined && url === undefined)
      throw wrong('elicitation', 'an object with a function `form`, a function `url`, or both');
    requireFunction('elicitation.form', form, true);
    requireFunction('elicitation.url', url, true);
  }
  if (sampling !== undefined)
    requireFunction('sampling.createMessage', membersOf('sampling', sampling, '{ createMessage }')['createMessage']);
  requireFunction('roots', roots, true);
}

function membersOf(name: string, value: unknown, example: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw wrong(name, `an object: ${name}: ${example}`);
  return { ...value };
}

function requireFunction(name: string, value: unknown, isOptional = false): void {
  if (typeof value !== 'function' && !(isOptional && value === undefined)) throw wrong(name, 'a function');
}

function wrong(name: string, expected: string): McpError {
  return new McpError('invalid-argument', `The option \`${name}\` has to be ${expected}.`);
}
