/** One server of a host: its connection, who is signed in there, and what the snapshot says about it. */
import { connectWith } from '../../client/connect.ts';
import { type ConnectOptions, resolveRelay } from '../../client/connect-options.ts';
import { type Recorder, recorderOfServer } from '../../client/recorder.ts';
import type { CallStore } from '../../client/unfinished/call-store.ts';
import type { ResumeContext } from '../../client/unfinished/unfinished-calls.ts';
import { McpError } from '../../errors.ts';
import { lazy } from '../../lazy.ts';
import { logRevoked } from '../consent/log-revoked.ts';
import type { KnownCalls } from '../calls/known-calls.ts';
import type { Permissions } from '../consent/permissions.ts';
import type { SignInStatus } from '../../wire/authorizer.ts';
import type { Log } from '../log/log.ts';
import type { AddServerOptions } from '../host-options.ts';
import type { ServerRequests } from '../requests/server-requests.ts';
import { type HostServer, nameOfServer } from '../snapshot.ts';
import type { LeftCalls } from '../unfinished/left-calls.ts';
import { NotedStore } from '../unfinished/noted-store.ts';
import { ConnectedUser } from './connected-user.ts';
import { Connection } from './connection.ts';
import type { ServerPlace } from './reopening.ts';
import { ServerSignIn, signsIn, withoutWindows } from './server-sign-in.ts';
import { Slowness } from './slowness.ts';

const loadPageTools = lazy(() => import('../page-tools/connect-page-tools.ts'), 'reads the tools of the page');

const NO_LISTS = Object.freeze({ tools: [], enabledTools: [], prompts: [], resources: [], resourceTemplates: [] });

/** What a server needs of its host. */
export interface ServerContext {
  /** What the page tells every server of itself. */
  readonly declared: Pick<ConnectOptions, 'clientInfo' | 'extensions'>;
  readonly log: Log;
  readonly recorder: () => Recorder | undefined;
  readonly permissions: Permissions;
  readonly calls: KnownCalls;
  readonly requests: ServerRequests;
  /** Absent unless calls are recorded. */
  readonly leftCalls: LeftCalls | undefined;
  /** Called when the `state` of a server changed. */
  readonly onchange: () => void;
}

export interface HostedServerOptions extends Omit<AddServerOptions, 'id'> {
  /** Its tools are those of the page. */
  readonly isPage?: true;
}

export class HostedServer {
  readonly connection: Connection;
  /** Absent when nothing signs users in. */
  readonly signIn: ServerSignIn | undefined;
  /** As the snapshot has it. Only `update` and `updateEnabledTools` change it. */
  state: HostServer;
  /** What the server calls itself, or else the host of its URL. */
  name: string;
  readonly #context: ServerContext;
  readonly #options: (user: ConnectedUser) => ConnectOptions;
  /** Says who the user is. */
  readonly credentials: Pick<ConnectOptions, 'principal' | 'headers' | 'auth'>;
  readonly #closing = new AbortController();
  readonly #recorder: () => Recorder | undefined;
  /** Absent unless calls are recorded. */
  readonly recorded: NotedStore | undefined;
  /** The user who is there: for whom calls of earlier pages go on, and who decides. */
  #resumingUser = new ConnectedUser(this.#closing.signal);
  readonly #slowness = new Slowness(() => this.update({ isSlow: true }));
  #isRemoved = false;

  constructor(
    { id, url, ordinal, connectionNumber }: Pick<HostServer, 'id' | 'url' | 'ordinal' | 'connectionNumber'>,
    { auth, isPage, ...options }: HostedServerOptions,
    context: ServerContext,
  ) {
    this.#context = context;
    this.credentials = { ...options, auth };
    const { leftCalls } = context;
    const calls =
      leftCalls &&
      new NotedStore(
        leftCalls.store,
        () => leftCalls.heedTasks(),
        () => leftCalls.listsTasks,
      );
    this.recorded = calls;
    this.#recorder = recorderOfServer(options.recorder ?? context.recorder, id);
    const comesBack = calls && ((): boolean => calls.hasResumable);
    this.#options = (user) => ({
      ...context.declared,
      ...context.requests.handlers(() => (this.#isRemoved ? undefined : this.state), user.left, comesBack),
      ...options,
      recorder: this.#recorder,
      callStore: calls,
      ...(auth && { auth: withoutWindows(auth, () => this.connection.isOpeningInBackground, user) }),
    });
    const relay = resolveRelay(options);
    const connect: ServerPlace['connect'] = isPage
      ? (own) => loadPageTools().then(({ connectPageTools }) => connectPageTools(own))
      : (own) => connectWith(this.connection.reopening.reconnection, new URL(url), own);
    this.connection = new Connection({ url: new URL(url), relay, connect }, this.#options, {
      onchange: (change) => this.update(change),
      onlog: (entry) => context.log.append({ serverId: id, ...entry }),
    });
    this.signIn = signsIn(auth)
      ? new ServerSignIn(auth, url, {
          onchange: (signIn) => {
            this.#logFailure(signIn);
            this.update({ signIn });
          },
          onuserchange: ({ state }) => {
            context.log.append({ kind: 'sign-in', serverId: id, serverName: this.name, data: { state } });
            if (state !== 'expired') this.#forgetUser(state === 'signed-out');
            if (state === 'signed-out') this.connection.changeUser();
            else this.connection.renew();
          },
          confirmStepUp: async ({ issuer, scope, signal }) =>
            context.requests.confirmStepUp({ server: this.state, issuer, scope }, signal),
        })
      : undefined;
    this.state = Object.freeze({
      id,
      url,
      ...(ordinal !== undefined && { ordinal }),
      ...(connectionNumber !== undefined && { connectionNumber }),
      ...(relay && { relay: relay.href }),
      ...(isPage && { isPage }),
      status: 'connecting',
      ...NO_LISTS,
      isListing: false,
      ...(this.signIn && { signIn: this.signIn.status }),
    });
    this.name = nameOfServer(this.state);
  }

  /**
   * What one user saw, typed or allowed is not for the next one.
   *
   * @param hasSignedOut whether they left for good. When only their session ended, they usually return.
   * @param by who decided that, for the log
   */
  #forgetUser(hasSignedOut: boolean, by: 'page' | 'user' = 'user'): void {
    const { id, url, signOuts = 0 } = this.state;
    const { calls, leftCalls, log, permissions, requests } = this.#context;
    if (hasSignedOut || by === 'page') this.#recorder()?.forget?.(id);
    if (hasSignedOut) {
      this.update({ ...NO_LISTS, signOuts: signOuts + 1 });
      requests.withdraw(id);
      calls.forget(id);
      this.#resumingUser.leave(undefined);
      this.#resumingUser = new ConnectedUser(this.#closing.signal);
      leftCalls?.forgetUser(id);
    }
    requests.forgetUser(url, hasSignedOut).catch(reportError);
    permissions
      .forgetUser(url, hasSignedOut, (permission) => logRevoked(log, permission, { serverId: id, by }))
      .catch(reportError);
  }

  /** An attempt to sign in has failed, or the user did not want to. */
  #logFailure(signIn: SignInStatus): void {
    if (signIn.state !== 'signed-out' && signIn.state !== 'expired') return;
    const { reason, message, oauthError } = signIn;
    if (reason === undefined || reason === 'sign-in-required') return;
    const state = reason === 'cancelled' ? 'cancelled' : oauthError === 'access_denied' ? 'denied' : 'failed';
    const hasFailed = state === 'failed';
    this.#context.log.append({
      kind: 'sign-in',
      level: hasFailed ? 'error' : 'info',
      serverId: this.state.id,
      serverName: this.name,
      data: { state, ...(hasFailed && { reason, message }) },
    });
  }

  /** Aborts when the server is removed, or when the user who is there now has signed out. */
  get presence(): AbortSignal {
    return AbortSignal.any([this.#closing.signal, this.#resumingUser.left]);
  }

  /** Does nothing once the server is removed: its state is no longer in the snapshot. */
  update(change: Partial<HostServer>): void {
    if (this.#isRemoved) return;
    const state = { ...this.state, ...change };
    if (change.status === 'ready' && this.credentials.headers && this.signIn)
      state.signIn = this.signIn.forgetRequirement();
    this.state = Object.freeze({ ...state, ...this.#slowness.follow(state, change.status === 'connecting') });
    if (change.info) this.name = nameOfServer(this.state);
    if (change.tools) this.updateEnabledTools();
    this.#context.onchange();
  }

  /** @throws {McpError} `invalid-argument` when nothing signs users in */
  requireSignIn(): ServerSignIn {
    if (this.signIn) return this.signIn;
    throw new McpError(
      'invalid-argument',
      `Users cannot sign in to ${JSON.stringify(this.state.id)}: give the host an \`auth\`, such as browserOAuth().`,
    );
  }

  /** To be called when the user switched tools on or off. Does not call `onchange`. */
  updateEnabledTools(): void {
    const { url, tools } = this.state;
    this.state = Object.freeze({ ...this.state, enabledTools: this.#context.permissions.enabledOf(url, tools) });
  }

  /** What is needed to go on with a call of an earlier page. */
  resumption(store: CallStore): ResumeContext {
    return {
      store: this.recorded ?? store,
      url: new URL(this.state.url),
      options: this.#options(this.#resumingUser),
      reconnection: this.connection.reopening.reconnection,
      resumeTask: (id, options) => this.connection.resumeTask(id, options),
      closing: this.#closing.signal,
    };
  }

  /**
   * Closes the connection. Requests that still come from the server are refused. Nobody will notice when the user signs
   * out, so that they are forgotten now.
   */
  close(): void {
    this.#closing.abort(new McpError('closed', 'The server was removed from its host.'));
    if (this.signIn && this.signIn.status.state !== 'signed-out') {
      this.#forgetUser(false, 'page');
      this.#context.calls.forget(this.state.id);
    }
    this.connection.close();
    this.signIn?.close();
    this.#slowness.stop();
    this.#isRemoved = true;
  }
}
