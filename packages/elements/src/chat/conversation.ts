/** A conversation with a model: what was said, what is being said, and how it ended. Not: how it looks. */
import type { McpHost, SamplingMessage, SamplingModel, ToolUseContent } from '@mcp-web/client';
import type { SkillTools } from '@mcp-web/client/skills';
import { type ConversationEnd, type ConversationPart, converse, type ModelResult } from '@mcp-web/client/tools';

/** What the model says now. It becomes the message at `at` when it is complete. */
export interface Round {
  readonly at: number;
  text: string;
  readonly calls: ToolUseContent[];
  readonly results: Map<ToolUseContent, ModelResult>;
  /** Of the download of the model, from 0 to 1. */
  progress: number | undefined;
}

export interface RunOptions {
  readonly host: McpHost;
  readonly model: SamplingModel;
  readonly systemPrompt: string | undefined;
  readonly maxTokens: number | undefined;
  readonly maxRounds: number | undefined;
  /** Those that the model may load. */
  readonly skills: Promise<SkillTools | undefined>;
  /** What has to be there before a tool runs. */
  readonly ready?: Promise<unknown> | undefined;
}

/** Why the model says nothing more. */
export type End = ConversationEnd['reason'] | 'stopped';

export class Conversation {
  /** How the host names the calls. */
  readonly #callIds = new WeakMap<ToolUseContent, string>();
  readonly #onchange: (isText: boolean) => void;
  readonly #oncall: (call: ToolUseContent) => void;
  #messages: SamplingMessage[] = [];
  #round: Round | undefined;
  #run: AbortController | undefined;
  #problem: unknown;
  #end: End | undefined;

  /**
   * @param onchange called with true when there is only more text
   * @param oncall called before a tool runs
   */
  constructor(onchange: (isText: boolean) => void, oncall: (call: ToolUseContent) => void) {
    this.#onchange = onchange;
    this.#oncall = oncall;
  }

  get messages(): readonly SamplingMessage[] {
    return this.#messages;
  }

  /** What the model says now, or had said when it failed. */
  get round(): Round | undefined {
    return this.#round?.at === this.#messages.length ? this.#round : undefined;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Why the model failed. */
  get problem(): unknown {
    return this.#problem;
  }

  get end(): End | undefined {
    return this.#end;
  }

  /** The id of a call in `McpHost.calls`. Undefined for a conversation from elsewhere. */
  callIdOf(call: ToolUseContent): string | undefined {
    return this.#callIds.get(call);
  }

  /** Replaces the whole conversation. */
  load(messages: readonly SamplingMessage[]): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#messages = [...messages];
    this.#reset();
    this.#onchange(false);
  }

  /** Adds a message. What a failed model had said before stays. */
  add(message: SamplingMessage): void {
    this.#keepRound();
    this.#messages.push(message);
    this.#reset();
    this.#onchange(false);
  }

  /** Removes this message and all after it. */
  cut(at: number): void {
    this.load(this.#messages.slice(0, at));
  }

  /** Lets the model go on. Resolves when it has nothing more to say, has failed or was stopped. */
  async go({ host, model, systemPrompt, maxTokens, maxRounds, skills, ready }: RunOptions): Promise<void> {
    const run = (this.#run = new AbortController());
    this.#reset();
    this.#round = this.#newRound();
    this.#onchange(false);
    try {
      const [usable] = await Promise.all([skills, ready]);
      run.signal.throwIfAborted();
      const { reason } = await converse({
        host,
        model,
        messages: this.#messages,
        signal: run.signal,
        systemPrompt,
        maxTokens,
        skills: usable,
        ...(maxRounds !== undefined && { maxRounds }),
        onpart: (part) => this.#run === run && this.#take(part),
      });
      if (this.#run === run) this.#end = reason;
    } catch (error) {
      if (this.#run !== run) return;
      if (run.signal.aborted) this.#end = 'stopped';
      else this.#problem = error ?? new Error('The model failed.');
    }
    if (this.#run === run) this.#finish();
  }

  stop(): void {
    const run = this.#run;
    if (!run) return;
    run.abort();
    // Calls end by themselves, and what came of them is kept. A model may not listen.
    if (this.round?.calls.length) return;
    this.#run = undefined;
    this.#messages = [...this.#messages];
    this.#end = 'stopped';
    this.#finish();
  }

  #finish(): void {
    this.#run = undefined;
    if (this.#problem === undefined) this.#keepRound();
    this.#onchange(false);
  }

  #take(part: ConversationPart): void {
    if (!this.round) this.#round = this.#newRound();
    const round = this.#round;
    if (!round) return;
    if (part.type === 'text') {
      round.text += part.text;
      round.progress = undefined;
      return this.#onchange(true);
    }
    if (part.type === 'update') {
      const { progress } = part.update;
      if (progress?.total) round.progress = progress.progress / progress.total;
    } else if (part.type === 'call') {
      round.calls.push(part.call);
      this.#callIds.set(part.call, part.callId);
      this.#oncall(part.call);
    } else round.results.set(part.call, part.result);
    return this.#onchange(false);
  }

  /** What a model said that did not finish becomes a message. */
  #keepRound(): void {
    const text = this.round?.text;
    this.#round = undefined;
    if (text) this.#messages.push({ role: 'assistant', content: { type: 'text', text } });
  }

  #newRound(): Round {
    return { at: this.#messages.length, text: '', calls: [], results: new Map(), progress: undefined };
  }

  #reset(): void {
    this.#round = undefined;
    this.#problem = this.#end = undefined;
  }
}
