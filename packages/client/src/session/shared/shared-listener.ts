/** Tabs with the same server and the same user listen on one stream: that of the leading tab, which tells the others. */
import { McpError } from '../../errors.ts';
import { TASK_STATUS } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { isPassing, type Reconnection } from '../../transports/reconnection.ts';
import type { SentRequest } from '../exchange.ts';
import type { Interest, SessionContext, Sharing } from '../session.ts';
import { AskedInterest } from './asked-interest.ts';
import { callRoll } from './roll-call.ts';
import { isNothing, NOTHING } from '../whole-interest.ts';
import { isFor, type Listener, SharedInterest } from './shared-interest.ts';
import { SharedLists } from './shared-lists.ts';
import { TabGroup } from './tab-group.ts';
import { encodeTabMessage, type ListMessage, readTabMessage, type TabMessage } from './tab-messages.ts';

type Events = Pick<SessionContext, 'onnotification' | 'ontasksheard' | 'onmissed' | 'onchangeslost'>;

export interface SharedListenerOptions {
  readonly sharing: Sharing;
  readonly reconnection: Reconnection;
  /** The revision: streams of different ones are not shared. */
  readonly revision: Revision;
  /** How long the leading tab may take to say whether the server announces something, in ms. */
  readonly timeoutMs: number;
  /** What this tab hears. */
  readonly events: Events;
  /** Asks the server for a list, for all tabs; absent where each of them has lists of its own. */
  readonly fetchList?: ((method: string, params: JsonObject) => Promise<JsonObject>) | undefined;
  /** Makes the listener whose stream all share, when this tab leads. */
  makeListener(events: Omit<Events, 'onnotification'>): Listener;
}

export class SharedListener implements Listener {
  readonly #options: SharedListenerOptions;
  /** Names this client to the other tabs. */
  readonly #id = crypto.randomUUID();
  #interest = NOTHING;
  readonly #asked = new AskedInterest();
  /** What the other tabs want to hear of. */
  readonly #others = new Map<string, Interest>();
  /** Aborts when this tab leaves the group; absent while it is in none. */
  #stay: AbortController | undefined;
  #group: TabGroup | undefined;
  #owner: string | undefined;
  /** There while this tab leads. */
  #leading: SharedInterest | undefined;
  /** Settles when this tab, which leads, hears what it wants to hear of. */
  #opened: Promise<void> = Promise.resolve();
  /** Whether the server announces what this tab wants to hear of. */
  isHeard = false;
  #mayHaveMissed = false;

  readonly lists: SharedLists | undefined;

  constructor(options: SharedListenerOptions) {
    this.#options = options;
    const { fetchList, timeoutMs } = options;
    this.lists =
      fetchList &&
      new SharedLists({
        id: this.#id,
        timeoutMs,
        post: (message) => this.#post(message),
        fetchList,
        isMember: () => this.#stay !== undefined && this.#owner !== undefined,
        owner: () => options.sharing.owner(),
        isLeading: () => this.#leading !== undefined,
        opened: () => this.#opened,
      });
  }

  async setInterest(interest: Interest): Promise<void> {
    this.heedOwner();
    if (isNothing(interest)) {
      this.#interest = interest;
      this.#leave();
      this.isHeard = this.#mayHaveMissed = false;
      return;
    }
    await this.#asked.wait({
      before: this.#interest,
      timeoutMs: this.#options.timeoutMs,
      ask: () => {
        this.#interest = interest;
        if (this.#stay) this.#declare();
        else void this.#join();
      },
      onlate: (turn, error) => this.#settle(turn, error),
    });
  }

  /** Takes what came on this tab's own stream. */
  onnotification(method: string, params: JsonObject, request?: SentRequest): void {
    if (!this.#leading || this.heedOwner()) return;
    const isWanted = this.#leading.wants(params['uri']);
    // The result of a task may be large, and is nobody else's business.
    if (method !== TASK_STATUS || this.#leading.isFollowedBeside(this.#id, params['taskId']))
      this.#post({ type: 'notification', method, params, isWanted });
    this.#deliver(method, params, isWanted, request);
  }

  /** Shares nothing with the tabs of the user before, if it is another one now. Returns whether it is. */
  heedOwner(): boolean {
    if (!this.#stay || this.#options.sharing.owner() === this.#owner) return false;
    this.#leave();
    void this.#join();
    return true;
  }

  close(): void {
    this.#asked.take()?.fail(new McpError('closed', 'The client was closed while this call was waiting.'));
    this.#leave();
  }

  async #join(): Promise<void> {
    const { sharing, revision } = this.#options;
    const { signal } = (this.#stay = new AbortController());
    const owner = sharing.owner();
    this.#owner = owner;
    if (owner === undefined) return this.#lead();
    const name = await sharing.nameFor(owner, revision);
    if (signal.aborted) return;
    this.#group = new TabGroup(`mcp-web listen ${name}`, {
      onlead: () => this.#lead(),
      onreplaced: () => {
        this.#stopLeading();
        this.#declare();
      },
      onstop: () => {
        this.#post({ type: 'bye', from: this.#id });
        this.#stopLeading();
      },
      onreturn: () => {
        if (!this.heedOwner()) this.#declare();
      },
      onmessage: (data) => {
        const message = readTabMessage(data);
        if (message && !this.heedOwner()) this.#hear(message);
      },
    });
    this.#declare();
  }

  #leave(): void {
    if (!this.#stay) return;
    this.#stay.abort();
    this.#stay = undefined;
    this.#post({ type: 'bye', from: this.#id });
    this.#stopLeading();
    this.#group?.leave();
    this.#group = undefined;
  }

  #lead(): void {
    const leading = new SharedInterest(
      this.#options.makeListener({
        ontasksheard: (taskIds) => {
          leading.tasksHeard = taskIds;
          this.#tellTasks(leading);
        },
        onmissed: () => this.#tellMissed(),
        onchangeslost: (error) => this.#lose(error, !isPassing(error)),
      }),
    );
    this.#leading = leading;
    this.#mayHaveMissed ||= this.isHeard || this.#others.size > 0;
    // Those that are still there say so again.
    const others = new Map(this.#others);
    this.#others.clear();
    this.#post({ type: 'leading' });
    this.#opened = this.#listen(leading, new Map(others));
    this.lists?.restart();
    void callRoll({
      present: this.#others,
      known: others.keys(),
      ask: () => this.#post({ type: 'leading' }),
      onabsent: (tab) => void leading.remove(tab).catch(() => {}),
      isOver: () => this.#leading !== leading,
      signal: this.#stay?.signal ?? AbortSignal.abort(),
    });
  }

  #stopLeading(): void {
    this.#leading?.close();
    this.#leading = undefined;
    this.lists?.restart();
    this.#others.clear();
    this.#mayHaveMissed ||= this.isHeard;
  }

  /** Says what this tab wants to hear of. */
  #declare(): void {
    if (this.#leading) this.#opened = this.#listen(this.#leading, new Map());
    else this.#post({ type: 'interest', from: this.#id, turn: this.#asked.turn, interest: this.#interest });
  }

  /** Listens for this tab, which leads, and for these others, until the server announces what they want to hear of. */
  async #listen(leading: SharedInterest, others: Map<string, Interest>): Promise<void> {
    for (let attempt = 0; this.#leading === leading && !isNothing(this.#interest);) {
      const { turn } = this.#asked;
      try {
        await leading.add(new Map([...others, [this.#id, this.#interest]]));
        if (this.#leading === leading) this.#settle(turn);
        return;
      } catch (error) {
        if (this.#leading !== leading) return;
        // The others say themselves what they want: one of them may want what the server does not announce.
        if (others.size > 0) others.clear();
        else if (this.#asked.isPending) {
          this.#settle(turn, error);
          if (leading.has(this.#id)) return;
        } else {
          const isFinal = !isPassing(error);
          if (error instanceof McpError) this.#lose(error, isFinal);
          if (isFinal || !this.#stay) return;
          const { signal } = this.#stay;
          // Somebody may see one of the other tabs.
          const waiting = { signal, error, inHiddenPage: true };
          await this.#options.reconnection.turn(attempt++, waiting).catch(() => {});
        }
      }
    }
  }

  #hear(message: TabMessage): void {
    switch (message.type) {
      case 'list':
      case 'listing':
      case 'listed':
      case 'refetched':
        this.lists?.hear(message);
        return;
      case 'interest':
        this.#others.set(message.from, message.interest);
        void this.#admit(message.from, message.turn, message.interest);
        return;
      case 'bye':
        this.#others.delete(message.from);
        this.#leading?.remove(message.from).catch(() => {});
        return;
      default:
        // What comes from a tab that no longer leads does not concern the one that does.
        if (!this.#leading) this.#follow(message);
    }
  }

  /** Takes what the leading tab says. */
  #follow(message: Exclude<TabMessage, ListMessage | { type: 'interest' | 'bye' }>): void {
    const { events } = this.#options;
    if (message.type === 'leading') {
      this.#declare();
      this.lists?.restart();
    } else if (message.type === 'settled') {
      if (message.to === this.#id) this.#settle(message.turn, message.error);
    } else if (!this.isHeard) return;
    else if (message.type === 'notification') this.#deliver(message.method, message.params, message.isWanted);
    else if (message.type === 'tasks') this.#hearTasks(message.taskIds);
    else if (message.type === 'missed') this.#miss();
    else events.onchangeslost(message.error);
  }

  /** Listens for another tab too. */
  async #admit(tab: string, turn: number, interest: Interest): Promise<void> {
    const leading = this.#leading;
    if (!leading) return;
    await this.#opened;
    let error: unknown;
    await leading.add(new Map([[tab, interest]])).catch((reason: unknown) => (error = reason));
    if (this.#leading !== leading) return;
    this.#post({ type: 'settled', to: tab, turn, error: error instanceof McpError ? error : undefined });
    if (!error && interest.taskIds?.length) this.#tellTasks(leading);
    if (!error && this.#mayHaveMissed) this.#tellMissed();
  }

  /** The server announces what this tab asked for; or it does not, if there is an error. */
  #settle(turn: number, error?: unknown): void {
    if (turn !== this.#asked.turn) return;
    const asked = this.#asked.take();
    if (error) {
      if (!asked) {
        if (error instanceof McpError) this.#options.events.onchangeslost(error);
        return;
      }
      this.#interest = asked.before;
      asked.fail(error);
      if (isNothing(asked.before)) this.#leave();
      return;
    }
    const wasHeard = this.isHeard;
    this.isHeard = true;
    asked?.succeed();
    if (this.#leading) this.#hearTasks(this.#leading.tasksHeard);
    if (!this.#mayHaveMissed) return;
    if (this.#leading) this.#tellMissed(wasHeard);
    else if (wasHeard) this.#miss();
    this.#mayHaveMissed = false;
  }

  #tellTasks({ tasksHeard: taskIds }: SharedInterest): void {
    this.#post({ type: 'tasks', taskIds });
    this.#hearTasks(taskIds);
  }

  #hearTasks(taskIds: readonly string[]): void {
    const { taskIds: own = [] } = this.#interest;
    this.#options.events.ontasksheard(own.filter((id) => taskIds.includes(id)));
  }

  /** Nobody listened for a while. */
  #tellMissed(isOwn = true): void {
    this.#mayHaveMissed = false;
    this.#post({ type: 'missed' });
    if (isOwn) this.#miss();
    else this.lists?.drop();
  }

  #miss(): void {
    this.lists?.drop();
    this.#options.events.onmissed(this.#interest);
  }

  #lose(error: McpError, isFinal: boolean): void {
    // Until the stream is back, tasks have to be asked about.
    if (this.#leading) this.#leading.tasksHeard = [];
    if (isFinal) {
      this.#leading?.forget();
      this.#mayHaveMissed = true;
    }
    this.#post({ type: 'lost', error });
    this.#options.events.onchangeslost(error);
  }

  #deliver(method: string, params: JsonObject, isWanted: boolean, request?: SentRequest): void {
    const [, list] = /^notifications\/(\w+)\/list_changed$/.exec(method) ?? [];
    if (list !== undefined) this.lists?.drop(list);
    if (isFor(this.#interest, method, params, isWanted)) this.#options.events.onnotification(method, params, request);
  }

  #post(message: TabMessage): void {
    this.#group?.post(encodeTabMessage(message));
  }
}
