/** What waits for the user in the cards of a conversation: one request is open at a time, and stays in sight until it is answered. */
import type { SamplingModel } from '@mcp-web/client';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import type { CardOwner, McpToolCallElement } from '../tool-call/tool-call.ts';
import type { Conversation } from './conversation.ts';
import type { FollowEnd } from './follow-end.ts';

/** The chat. */
interface WaitingElement extends HostedElement {
  readonly samplingModel: SamplingModel | undefined;
}

interface Found {
  readonly ids: readonly string[];
  readonly cards: ReadonlyMap<string, McpToolCallElement>;
}

/** Requests that come within this time, in ms, came together: of these, the first in the conversation opens. Later ones wait for their turn. */
const TOGETHER_MS = 1_000;

export class Waiting implements CardOwner {
  readonly #element: WaitingElement;
  readonly #conversation: Conversation;
  readonly #follow: FollowEnd;
  #open: { readonly callId: string; readonly since: number } | undefined;
  /** What was found in this microtask: each card asks. */
  #found: Found | undefined;

  constructor(element: WaitingElement, conversation: Conversation, follow: FollowEnd) {
    this.#element = element;
    this.#conversation = conversation;
    this.#follow = follow;
  }

  get model(): SamplingModel | undefined {
    return this.#element.samplingModel;
  }

  /** How many calls wait in cards. */
  get count(): number {
    return this.#look().ids.length;
  }

  /** The call whose request is open. */
  get #openCall(): string | undefined {
    const { ids } = this.#look();
    const now = performance.now();
    const open = this.#open && ids.includes(this.#open.callId) ? this.#open : undefined;
    if (open) {
      // What the user is at stays open, also when they leave it.
      const since = this.#cardOf(open.callId)?.matches(':focus-within') ? -Infinity : open.since;
      this.#open = { ...open, since };
      if (now - since > TOGETHER_MS) return open.callId;
    }
    const [callId] = ids;
    this.#open = callId === undefined ? undefined : { callId, since: open?.since ?? now };
    return callId;
  }

  isOpen(callId: string): boolean {
    const open = this.#openCall;
    return open === undefined || open === callId;
  }

  choose(callId: string): void {
    this.#open = { callId, since: -Infinity };
    this.#element.currentHost?.places.refresh();
    this.#follow.toEnd();
  }

  onanswered(): void {
    const card = this.#card;
    if (card) card.focusRequest();
    else this.#element.focus();
  }

  /** Leads to the open request, with the focus. */
  readonly lead = (): void => {
    const card = this.#card;
    if (!card) return this.#follow.lead();
    this.#follow.toEnd();
    card.scrollIntoView({ block: 'nearest' });
    return card.focusRequest();
  };

  /** Called after each update of the chat. */
  updated(): void {
    const card = this.#card;
    this.#follow.keep(card, card?.asked);
  }

  get #card(): McpToolCallElement | undefined {
    const open = this.#openCall;
    return open === undefined ? undefined : this.#cardOf(open);
  }

  #cardOf(id: string): McpToolCallElement | undefined {
    return this.#look().cards.get(id);
  }

  /** The cards, and the calls that wait in them, in the order of the conversation. */
  #look(): Found {
    if (this.#found) return this.#found;
    const cards = new Map<string, McpToolCallElement>();
    for (const card of this.#element.renderRoot.querySelectorAll('mcp-tool-call'))
      if (card.callId !== undefined) cards.set(card.callId, card);
    const ids = (this.#conversation.round?.calls ?? []).flatMap((call) => {
      const callId = this.#conversation.callIdOf(call);
      return callId !== undefined && cards.get(callId)?.asked ? [callId] : [];
    });
    this.#found = { ids, cards };
    queueMicrotask(() => (this.#found = undefined));
    return this.#found;
  }
}

/** Whether the key is for a request in a card. */
export function isForRequest(event: Event): boolean {
  return event.composedPath().some((node) => node instanceof Element && node.matches('[part~="request"]'));
}
