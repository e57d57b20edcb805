/** How a page says what servers may ask of it. */
import type {
  ElicitationFormParams,
  ElicitationResult,
  ElicitationUrlParams,
  Root,
  SamplingParams,
  SamplingResult,
} from '../../protocol/request-types.ts';
import type { ClientCapabilities } from '../../protocol/types.ts';

export interface ServerRequestOptions {
  /** Aborts when the server, or the caller whose call led to the question, gives up. */
  signal: AbortSignal;
}

/**
 * What the handler for visits gets beside the question.
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
   * Present when a call of the page waits for this visit (2025-11-25, URL elicitation required): resolves when the server
   * says that the visit is over. The call is sent again as soon as the handler accepts, so wait for this, and let the
   * user go on by hand too: servers need not say anything.
   */
  completed?: Promise<void> | undefined;
}

/** How the page answers what servers ask. What has no handler is not offered to the server. */
export interface ServerRequestHandlers {
  elicitation?:
    | {
        /** Fills in a form. Accepting without any content accepts the schema's defaults. */
        form?:
          | ((
              params: ElicitationFormParams,
              options: ServerRequestOptions,
            ) => ElicitationResult | Promise<ElicitationResult>)
          | undefined;
        /**
         * Sends the user to a page, after consent. Accepting means that the user agreed to go there; that the visit is
         * over, servers of 2025-11-25 may say by the event `elicitationcomplete`. The URL is one of https, or of this machine.
         */
        url?:
          | ((
              params: ElicitationUrlParams,
              options: UrlElicitationOptions,
            ) => ElicitationResult | Promise<ElicitationResult>)
          | undefined;
      }
    | undefined;
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
  /** The places that servers may know about. Tell them of changes with `McpClient.rootsChanged`. */
  roots?: ((options: ServerRequestOptions) => readonly Root[] | Promise<readonly Root[]>) | undefined;
}

/** Declares exactly what the handlers answer. */
export function capabilitiesOf({ elicitation, sampling, roots }: ServerRequestHandlers): ClientCapabilities {
  return {
    ...((elicitation?.form || elicitation?.url) && {
      elicitation: { ...(elicitation.form && { form: {} }), ...(elicitation.url && { url: {} }) },
    }),
    ...(sampling && { sampling: sampling.supportsTools ? { tools: {} } : {} }),
    ...(roots && { roots: {} }),
  };
}
