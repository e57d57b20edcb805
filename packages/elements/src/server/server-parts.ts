/** What a server wants of the user, and what it says of itself: loaded with the first of it. */
import { displayName, type HostServer, type McpHost } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { english } from './more-messages.ts';
import { styles } from './more.styles.ts';
import { Reconnection } from './reconnection.ts';
import { type SignInActions, signInPanel, type Words } from './sign-in-panel.ts';

/** The element that it is in. */
interface ServerElement extends HostedElement {
  readonly server: HostServer | undefined;
}

export class ServerParts {
  readonly styles = [styles];
  readonly #element: ServerElement;
  /** Why signing out, or leaving the page to sign in, did not go as it should. */
  #problem: unknown;

  constructor(element: ServerElement) {
    this.#element = element;
    new Reconnection(element);
  }

  /** There is another server. */
  forget(): void {
    this.#problem = undefined;
  }

  get #words(): Words {
    return { ...this.#element.words('server', english), shared: this.#element.shared };
  }

  signIn(server: HostServer, name: string): TemplateResult | typeof nothing {
    return signInPanel(this.#words, server, name, this.#problem, this.#actions);
  }

  /** What waits for the user elsewhere, in a dialog, and what they do not want to be asked. */
  questions({ unseenRequests }: HostServer, count: number): TemplateResult {
    const text = this.#words;
    return html`${count ? html`<span class="badge accent">${text.asking(count)}</span>` : nothing}${
      unseenRequests?.count || unseenRequests?.isMuted
        ? html`<span>${text.unseenRequests(unseenRequests.count)}</span>${unseenRequests.isMuted ? html`<button type="button" class="link" @click=${this.#hear}>${text.hear}</button>` : nothing}`
        : nothing
    }`;
  }

  about({ info }: HostServer): TemplateResult | typeof nothing {
    if (!info) return nothing;
    const text = this.#words;
    const { identity, instructions, capabilities } = info;
    const row = (label: string, value: string | undefined): unknown =>
      value ? html`<div><dt>${label}</dt><dd>${serverText(value)}</dd></div>` : nothing;
    const names = Object.entries(capabilities).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    return html`<dl>
      ${row(text.version, identity && `${displayName(identity)} ${identity.version}`)}
      ${row(text.description, identity?.description)}
      ${row(text.website, identity?.websiteUrl)}
      ${row(text.instructions, instructions)}
      ${names.length > 0 ? html`<div><dt>${text.capabilities}</dt><dd class="row">${names.map((name) => html`<span class="badge">${shortText(name, 40)}</span>`)}</dd></div>` : nothing}
    </dl>`;
  }

  readonly #hear = (): void => {
    const { server } = this.#element;
    if (server) this.#element.currentHost?.mute(server.id, false, { by: 'user' });
  };

  readonly #actions: SignInActions = {
    // How it goes is in the snapshot.
    signIn: () => this.#try((host, id) => void host.signIn(id).catch(() => {})),
    cancel: () => this.#try((host, id) => host.cancelSignIn(id)),
    signOut: () => this.#try((host, id) => host.signOut(id)),
    redirect: () =>
      this.#try((_host, _id, { signIn }) => (signIn?.state === 'blocked' ? signIn.redirect() : undefined)),
  };

  #try(action: (host: McpHost, id: string, server: HostServer) => Promise<void> | void): void {
    const { server, currentHost } = this.#element;
    if (!server || !currentHost) return;
    this.#problem = undefined;
    this.#element.requestUpdate();
    Promise.resolve(action(currentHost, server.id, server)).catch((error: unknown) => {
      this.#problem = error;
      this.#element.requestUpdate();
    });
  }
}
