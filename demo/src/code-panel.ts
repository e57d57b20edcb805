import type { JsonObject, McpHost } from '@mcp-web/client';
import type { ListedServer, ServerList } from '@mcp-web/client/servers';
import { setUpCopyButtons } from './copy-buttons.ts';
import type { PageLanguage } from './languages/page-language.ts';

interface LastCall {
  readonly serverId: string;
  readonly url: string;
  readonly tool: string;
  readonly args: JsonObject;
}

interface CodePanelOptions {
  readonly host: McpHost;
  readonly servers: ServerList;
  /** The tabs whose contents the code shows. */
  readonly tabs: HTMLElement;
  /** Fires `mcp-tool-result`. */
  readonly tools: HTMLElement;
  readonly language: PageLanguage;
}

/** The elements that the page has for a tab. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  'tools-tab': ['mcp-tools'],
  'prompts-tab': ['mcp-prompt-picker for-input="message"'],
  'resources-tab': ['mcp-resource-picker'],
  'chat-tab': ['mcp-chat'],
};
const DIALOGS = ['mcp-tool-consent', 'mcp-elicitation-form', 'mcp-sampling-review'];

/** Shows the code for what is on the screen: as elements, and with the client alone. */
export function setUpCodePanel(panel: HTMLElement, { host, servers, tabs, tools, language }: CodePanelOptions): void {
  let call: LastCall | undefined;
  const html = figure(panel, 'elements', language);
  const script = figure(panel, 'client', language);
  const show = (): void => {
    const listed = servers.getSnapshot().servers.filter(({ isOn }) => isOn);
    const tab = tabs.querySelector('[aria-selected=true]')?.id ?? '';
    html.textContent = htmlFor(listed, ELEMENTS[tab] ?? []);
    script.textContent = scriptFor(listed.find(({ url }) => url === call?.url) ?? listed[0], call);
  };
  servers.subscribe(show);
  // The next user shall not see what this one called.
  host.subscribe(() => {
    const isThere = host.getSnapshot().servers.some(({ id, status }) => id === call?.serverId && status === 'ready');
    if (!call || isThere) return;
    call = undefined;
    show();
  });
  tabs.addEventListener('click', show);
  tabs.addEventListener('keydown', show);
  tools.addEventListener('mcp-tool-result', (event) => {
    call = { serverId: event.server.id, url: event.server.url, tool: event.tool.name, args: event.arguments };
    show();
  });
  show();
  setUpCopyButtons(panel.querySelectorAll('button'), language);
}

function htmlFor(servers: readonly ListedServer[], elements: readonly string[]): string {
  const connections = servers.flatMap(({ url, revision, headers }) => [
    `<mcp-server src="${attribute(url)}"${revision ? ` revision="${revision}"` : ''}></mcp-server>`,
    ...(headers.length > 0
      ? [`<!-- It gets ${names(headers)} from a script: set the property headers of <mcp-server>. -->`]
      : []),
  ]);
  const inside = [...elements, ...DIALOGS].map((element) => `<${element}></${element.split(' ')[0]}>`);
  const field = elements.some((element) => element.includes('for-input')) ? ['<textarea id="message"></textarea>'] : [];
  return [
    '<script type="module" src="./mcp-web.js"></script>',
    '',
    '<mcp-host client-name="My page">',
    ...[...connections, ...field, ...inside].map((line) => `  ${line}`),
    '</mcp-host>',
  ].join('\n');
}

function scriptFor(server: ListedServer | undefined, call: LastCall | undefined): string {
  if (!server) return '// Add a server to see how a page connects to it.';
  const { url, revision, headers } = server;
  const options = [
    ...(revision ? [`revision: ${quoted(revision)}`] : []),
    ...(headers.length > 0 ? [`headers: { ${headers.map(({ name }) => `${quoted(name)}: '…'`).join(', ')} }`] : []),
  ];
  const args = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  const use =
    call?.url === url
      ? [
          `const result = await client.callTool(${quoted(call.tool)}, ${inScript(JSON.stringify(call.args, undefined, 2))});`,
          'console.log(result.content);',
        ]
      : ['for await (const tool of client.tools()) console.log(tool.name);'];
  return [
    `import { connect } from '@mcp-web/client';`,
    '',
    `const client = await connect(${quoted(url)}${args});`,
    ...use,
    'await client.close();',
  ].join('\n');
}

const names = (headers: ListedServer['headers']): string => headers.map(({ name }) => name).join(', ');

const quoted = (text: string): string =>
  inScript(
    `'${JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(`'`, String.raw`\'`)
      .replaceAll(String.raw`\"`, '"')}'`,
  );

/** Ends no `<script>`, and has no characters that hide what is there or turn it around. */
const inScript = (code: string): string =>
  code.replace(/<|[\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A block of code with a button that copies it. Returns the element for the code. */
function figure(panel: HTMLElement, kind: 'elements' | 'client', language: PageLanguage): HTMLElement {
  const box = document.createElement('figure');
  const caption = box.appendChild(document.createElement('figcaption'));
  const title = caption.appendChild(document.createElement('strong'));
  const copy = caption.appendChild(document.createElement('button'));
  copy.type = 'button';
  copy.className = 'copy';
  copy.dataset['copy'] = `code-${kind}`;
  const block = box.appendChild(document.createElement('pre'));
  block.dir = 'ltr';
  block.tabIndex = 0;
  block.role = 'region';
  const code = block.appendChild(document.createElement('code'));
  code.id = `code-${kind}`;
  code.lang = 'en';
  const name = (): void => {
    const { code: texts } = language.messages;
    title.textContent = texts[kind];
    block.ariaLabel = texts.of(texts[kind]);
  };
  language.addEventListener('change', name);
  name();
  panel.append(box);
  return code;
}
