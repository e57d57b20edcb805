import {
  AuthError,
  type AuthorizeOptions,
  type SignInAuthorizer,
  type SignInStatus,
  type StepUpPolicy,
} from '@mcp-web/client';

export const ISSUER = 'https://login.example/tenant';
export const SIGNED_IN: SignInStatus = Object.freeze({
  state: 'signed-in',
  issuer: ISSUER,
  scope: Object.freeze(['notes:read']),
});
const SIGNED_OUT: SignInStatus = Object.freeze({ state: 'signed-out' });

/** Replaces `browserOAuth()` in tests that decide what the user does. Lets requests through while signed in. */
export class FakeSignIn extends EventTarget implements SignInAuthorizer {
  readonly policies = new Set<StepUpPolicy>();
  readonly calls: string[] = [];
  readonly authorizeOptions: (AuthorizeOptions | undefined)[] = [];
  /** How often somebody has signed in. */
  signIns = 1;
  #status: SignInStatus;

  constructor(status: SignInStatus = SIGNED_OUT) {
    super();
    this.#status = status;
  }

  become(status: SignInStatus): void {
    if (status.state === 'signed-in' && this.#status.state !== 'signed-in') this.signIns++;
    this.#status = status;
    this.dispatchEvent(new Event('statuschange'));
  }

  authorize(server: URL, send: typeof fetch, options?: AuthorizeOptions): typeof fetch {
    this.authorizeOptions.push(options);
    return async (input, init) => {
      if (this.#status.state === 'signed-in') return send(input, init);
      throw new AuthError('sign-in-required', `${server.href} wants the user to sign in.`);
    };
  }

  status(): SignInStatus {
    return this.#status;
  }

  async currentSignIn(): Promise<string | undefined> {
    return this.#status.state === 'signed-in' ? String(this.signIns) : undefined;
  }

  async signIn(): Promise<void> {
    this.calls.push('signIn');
  }

  cancelSignIn(): void {
    this.calls.push('cancelSignIn');
  }

  async signOut(): Promise<void> {
    this.calls.push('signOut');
  }

  addStepUpPolicy(policy: StepUpPolicy): () => void {
    this.policies.add(policy);
    return () => void this.policies.delete(policy);
  }

  /** The decision of the first policy with an opinion about more scopes. */
  async stepUp(server: string, scope: string[], signal = new AbortController().signal): Promise<boolean | undefined> {
    for (const policy of this.policies) {
      const answer = await policy({ server, issuer: ISSUER, scope, signal });
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}
