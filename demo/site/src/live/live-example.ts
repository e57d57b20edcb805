/** A running example: what it shows, its HTML to edit, and the events that it fires. */
import {
  McpChatElement,
  McpDoctorElement,
  McpHostElement,
  McpSamplingReviewElement,
  McpServerElement,
} from '@mcp-web/elements';
import '@mcp-web/elements/define';
import { demoModel } from './demo-model.ts';
import { demoServer } from './demo-server.ts';
import { eventLine } from './event-line.ts';
import { parseExample } from './parse-example.ts';

const DEMO = 'https://demo.example/';
const BROKEN = 'https://broken.example/';
const MOST_EVENTS = 8;
/** How long somebody pauses before the example starts again, in ms. */
const PAUSE_MS = 500;

/** @param place contains a `<pre>` with the HTML; `data-events` names what to listen to */
export function startExample(place: HTMLElement): void {
  const source = place.querySelector('pre')?.textContent ?? '';
  const stage = document.createElement('div');
  stage.className = 'stage';
  const editor = document.createElement('textarea');
  editor.value = source;
  editor.rows = source.split('\n').length;
  editor.spellcheck = false;
  editor.setAttribute('aria-label', 'HTML of the example');
  const problem = document.createElement('p');
  problem.role = 'status';
  const events = document.createElement('ol');
  events.className = 'events';
  events.setAttribute('aria-label', 'Events');

  let timer: ReturnType<typeof setTimeout> | undefined;
  editor.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE_MS);
  });
  for (const name of (place.dataset['events'] ?? '').split(' ').filter((one) => one !== ''))
    stage.addEventListener(name, (event) => {
      const line = document.createElement('li');
      line.textContent = eventLine(event);
      events.prepend(line);
      events.children[MOST_EVENTS]?.remove();
    });
  place.replaceChildren(stage, editor, problem, events);
  run();

  function run(): void {
    try {
      const example = parseExample(editor.value);
      stage.replaceChildren(example);
      connect(stage);
      problem.textContent = '';
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

/** Gives the elements what a script of the page would give them. */
function connect(stage: HTMLElement): void {
  for (const element of stage.querySelectorAll('*')) {
    if (element instanceof McpServerElement) serve(element);
    if (element instanceof McpChatElement || element instanceof McpSamplingReviewElement) element.model = demoModel;
    if (element instanceof McpDoctorElement && element.src?.startsWith(BROKEN)) element.fetch = refuse;
    if (element instanceof HTMLButtonElement) callOnClick(element);
  }
}

/** The addresses of the examples lead into this page, all others to the network. */
function serve(card: McpServerElement): void {
  const { host } = card.closest('mcp-host') ?? {};
  const { src } = card;
  if (!host || !src) return;
  const isDemo = src.startsWith(DEMO);
  if (!isDemo && !src.startsWith(BROKEN)) return;
  card.removeAttribute('src');
  card.serverId = host.add(src, { fetch: isDemo ? demoServer().fetch : refuse });
}

/** What a page sees of a server without CORS headers. */
const refuse: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));

function callOnClick(button: HTMLButtonElement): void {
  const { call, arguments: args = '{}', callId } = button.dataset;
  if (call === undefined) return;
  button.addEventListener('click', () => {
    const element = button.closest('mcp-host');
    if (!(element instanceof McpHostElement)) return;
    const [server] = element.host.getSnapshot().servers;
    if (!server) return;
    // What comes of it is in the log, and in the elements.
    element.host
      .callTool(server.id, call, { ...Object(JSON.parse(args)) }, callId === undefined ? {} : { callId })
      .catch(() => {});
  });
}
