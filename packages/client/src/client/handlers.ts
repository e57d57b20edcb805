/** How a page says what servers may ask of it. */
import type { ElicitationFormParams, ElicitationResult, ElicitationUrlParams, Root, SamplingParams, SamplingResult } from '../protocol/request-types.ts';
import type { ClientCapabilities } from '../protocol/types.ts';

export interface ServerRequestOptions {
  /** Aborts when the server, or the caller whose call led to the question, gives up. */
  signal: AbortSignal;
}

/** How the page answers what servers ask. What has no handler is not offered to the server. */
export interface ServerRequestHandlers {
  elicitation?:
    | {
        /** Fills in a form. Accepting without any content accepts the schema's defaults. */
        form?: ((params: ElicitationFormParams, options: ServerRequestOptions) => ElicitationResult | Promise<ElicitationResult>) | undefined;
        /** Sends the user to a page, after consent. */
        url?: ((params: ElicitationUrlParams, options: ServerRequestOptions) => ElicitationResult | Promise<ElicitationResult>) | undefined;
      }
    | undefined;
  sampling?:
    | {
        /** Asks a model, with the user's approval. Throw to refuse. */
        createMessage: (params: SamplingParams, options: ServerRequestOptions) => SamplingResult | Promise<SamplingResult>;
        /** Whether `tools` and `toolChoice` are understood. */
        supportsTools?: boolean | undefined;
      }
    | undefined;
  /** The places that servers may know about. */
  roots?: (() => readonly Root[] | Promise<readonly Root[]>) | undefined;
}

/** Declares exactly what the handlers answer. */
export function capabilitiesOf({ elicitation, sampling, roots }: ServerRequestHandlers): ClientCapabilities {
  return {
    ...((elicitation?.form || elicitation?.url) && { elicitation: { ...(elicitation.form && { form: {} }), ...(elicitation.url && { url: {} }) } }),
    ...(sampling && { sampling: sampling.supportsTools ? { tools: {} } : {} }),
    ...(roots && { roots: {} }),
  };
}
