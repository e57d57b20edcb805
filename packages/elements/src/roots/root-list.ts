/** The user's roots, and what each server gets of them. */
import type { HostRoots, HostServer, Root, RootShare } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import type { RootsMessages } from './messages.ts';
import { rootChoice, rootName, rootText } from './root-choice.ts';

/** What the user decides in the list. */
export interface RootActions {
  readonly remove: (uri: string) => void;
  readonly share: (serverId: string, uris: readonly string[], duration: RootShare['duration'] | undefined) => void;
  readonly forget: (serverUrl: string) => void;
}

export function rootList(messages: RootsMessages, roots: readonly Root[], { remove }: RootActions): TemplateResult {
  if (roots.length === 0)
    return html`<div class="empty" tabindex="-1"><slot name="empty"><b>${messages.empty}</b><span>${messages.emptyHint}</span></slot></div>`;
  return html`<ul class="roots">${repeat(
    roots,
    ({ uri }) => uri,
    (root) =>
      html`<li class="root" part="root">${rootText(root)}<button type="button" class="button small danger" part="button secondary danger small" aria-label=${messages.removeNamed(rootName(root))} @click=${() => remove(root.uri)}>${messages.remove}</button></li>`,
  )}</ul>`;
}

/** The servers that have asked, and those for which the user has decided. */
export function shareList(
  messages: RootsMessages,
  { roots, shares, asked }: ReturnType<HostRoots['getSnapshot']>,
  servers: readonly HostServer[],
  actions: RootActions,
): TemplateResult | typeof nothing {
  const here = servers.filter(({ id, url }) => asked.includes(id) || shares.some(({ serverUrl }) => serverUrl === url));
  const away = shares.filter(({ serverUrl }) => !here.some(({ url }) => url === serverUrl));
  if (here.length + away.length === 0) return nothing;
  return html`<div class="section stack tight">
    <h3>${messages.servers}</h3>
    <p class="soft small">${messages.serversHint}</p>
    ${repeat(
      here,
      ({ id }) => id,
      (server) => {
        const share = shares.find(({ serverUrl }) => serverUrl === server.url);
        const onchoose = (uri: string, isChosen: boolean): void => {
          const others = (share?.uris ?? []).filter((other) => other !== uri);
          actions.share(server.id, isChosen ? [...others, uri] : others, share?.duration);
        };
        const name = shortText(serverName(server), 60);
        return ofServer(messages, { name, address: serverAddress(server), share }, actions, (label) =>
          rootChoice(html`<span class="visually-hidden">${label}</span>`, roots, new Set(share?.uris), onchoose),
        );
      },
    )}
    ${repeat(
      away,
      ({ serverUrl }) => serverUrl,
      (share) =>
        ofServer(
          messages,
          { name: shortText(share.serverName, 60), address: serverAddress({ url: share.serverUrl }), share },
          actions,
          () => sharedWith(messages, roots, share),
        ),
    )}
  </div>`;
}

function ofServer(
  messages: RootsMessages,
  { name, address, share }: { name: string; address: TemplateResult; share: RootShare | undefined },
  { forget }: RootActions,
  choice: (label: string) => TemplateResult,
): TemplateResult {
  return html`<div class="of-server" part="server">
    <h4><bdi>${name}</bdi><span class="origin"><bdi dir="ltr">${address}</bdi></span></h4>
    <p class="soft small">${share ? messages[share.duration] : messages.asked}</p>
    ${choice(messages.chooseFor(name))}
    ${share ? html`<p><button type="button" class="link small" part="link" aria-label=${messages.askAgainNamed(name)} @click=${() => forget(share.serverUrl)}>${messages.askAgain}</button></p>` : nothing}
  </div>`;
}

function sharedWith(messages: RootsMessages, roots: readonly Root[], { uris }: RootShare): TemplateResult {
  const shared = roots.filter(({ uri }) => uris.includes(uri));
  return html`<p class="small">${shared.length === 0 ? messages.nothing : shared.map((root) => rootText(root))}</p>`;
}
