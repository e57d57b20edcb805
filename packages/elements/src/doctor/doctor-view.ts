/** What the doctor found, as an element shows it: the one thing to fix, the lines for it, and what else is wrong. */
import {
  diagnose,
  type DiagnoseOptions,
  type DiagnosedProblem,
  type Diagnosis,
  type ProblemFacts,
} from '@mcp-web/client/doctor';
import { type CSSResult, html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { type DoctorMessages, english } from './messages.ts';
import { styles } from './doctor-view.styles.ts';

/** Causes that a new tab shows more about. */
const SEEN_IN_TAB: readonly string[] = [
  'unreachable',
  'no-answer',
  'wrong-scheme',
  'cors-origin',
  'redirect',
  'web-page',
];

interface RunOptions extends Pick<DiagnoseOptions, 'fetch'> {
  /** A function is called once. */
  readonly headers?: HeadersInit | (() => HeadersInit) | undefined;
  /** Called when the user chooses the address that is likely to be the right one. */
  readonly onuse?: ((address: string) => void) | undefined;
}

export class DoctorView {
  readonly styles: readonly CSSResult[] = [styles];
  readonly #element: McpElement;
  #running: AbortController | undefined;
  #src = '';
  #options: RunOptions = {};
  #diagnosis: Diagnosis | undefined;
  #error: unknown;
  #platform: string | undefined;
  /** What became of the last attempt to copy. */
  #copied: boolean | undefined;

  constructor(element: McpElement) {
    this.#element = element;
  }

  get diagnosis(): Diagnosis | undefined {
    return this.#diagnosis;
  }

  /** Whether there is something to show. */
  get isOpen(): boolean {
    return this.#src !== '';
  }

  /** Resolves when the diagnosis is made or given up. It replaces one that is under way. */
  async run(src: string, options: RunOptions = {}): Promise<void> {
    this.close();
    const { headers, fetch } = (this.#options = options);
    const { signal } = (this.#running = new AbortController());
    this.#src = src;
    try {
      const diagnosis = await diagnose(src, {
        headers: typeof headers === 'function' ? headers() : headers,
        fetch,
        signal,
      });
      if (!signal.aborted) this.#diagnosis = diagnosis;
    } catch (error) {
      if (!signal.aborted) this.#error = error;
    }
    if (signal.aborted) return;
    this.#running = undefined;
    this.#element.requestUpdate();
  }

  /** Ends a diagnosis, and shows nothing. */
  close(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#src = '';
    this.#diagnosis = this.#error = this.#copied = undefined;
    this.#element.requestUpdate();
  }

  template(): TemplateResult {
    const messages = this.#element.messagesFor('doctor', english);
    const { shared } = this.#element;
    const diagnosis = this.#diagnosis;
    // The region is always rendered, so that screen readers announce what comes into it.
    return html`<div class="doctor stack" role="group" aria-label=${messages.label(shortText(diagnosis?.url ?? withoutQuery(this.#src)))} aria-busy=${this.#running ? 'true' : 'false'}>
      <div role="status" part="cause" class="wrapped">${
        this.#running ? messages.checking : diagnosis ? sentence(messages, diagnosis.problems[0] ?? diagnosis) : nothing
      }</div>
      ${this.#error === undefined ? nothing : errorNotice(shared, this.#error)}
      ${diagnosis ? this.#details(messages, diagnosis) : nothing}
    </div>`;
  }

  #details(messages: DoctorMessages, diagnosis: Diagnosis): TemplateResult {
    const { cause, fix, problems } = diagnosis;
    const [first, ...others] = problems;
    const lines = fix.join('\n');
    const address = this.#otherAddress(first?.suggestion);
    return html`${
      address
        ? html`<div><button type="button" class="button small" part="button secondary small" @click=${() => this.#options.onuse?.(address.href)}>${messages.use(shortText(withoutQuery(address.href), 200))}</button></div>`
        : nothing
    }${
      lines
        ? html`<div class="stack tight" part="fix">
            <div class="copied"><span>${cause === 'content-security-policy' ? messages.pageNeeds : messages.serverNeeds}</span>${this.#copyButton(messages, messages.copyFix, lines)}</div>
            <pre dir="ltr">${lines}</pre>
          </div>`
        : nothing
    }
      ${first ? uncertainty(messages, first) : nothing}
      ${
        SEEN_IN_TAB.includes(cause)
          ? html`<p class="small"><a class="link" part="link" href=${this.#src} target="_blank" rel="noopener noreferrer">${messages.openInTab}</a></p>`
          : nothing
      }
      ${this.#recipes(messages, diagnosis)}
      <p role="status" class="small">${this.#copied === undefined ? nothing : this.#copied ? messages.copied : messages.notCopied}</p>
      ${
        others.length > 0
          ? html`<details part="others"><summary part="summary">${messages.others(others.length)}</summary><ul>${others.map((problem) => html`<li>${sentence(messages, problem)}</li>`)}</ul></details>`
          : nothing
      }`;
  }

  /** The address that the user can choose. Headers of the page may be secrets, which go to no other origin. */
  #otherAddress(suggestion: string | undefined): URL | undefined {
    const { onuse, headers } = this.#options;
    if (!suggestion || !onuse || !URL.canParse(suggestion)) return undefined;
    const address = new URL(suggestion);
    const { origin, search } = new URL(this.#src, document.baseURI);
    if (address.origin !== origin) return headers === undefined ? address : undefined;
    if (address.search === '') address.search = search;
    return address;
  }

  #recipes(messages: DoctorMessages, { recipes }: Diagnosis): TemplateResult | typeof nothing {
    const chosen = recipes.find(({ platform }) => platform === this.#platform) ?? recipes[0];
    if (!chosen) return nothing;
    return html`<details part="code"><summary part="summary">${messages.codeFor}</summary>
      <div class="stack tight">
        <div class="copied">
          <label>${messages.platform} <select class="field" part="control select" @change=${this.#choose}>${recipes.map(({ platform, name }) => html`<option value=${platform} ?selected=${platform === chosen.platform}>${name}</option>`)}</select></label>
          ${this.#copyButton(messages, messages.copyCode, chosen.code)}
        </div>
        <pre dir="ltr" tabindex="0" aria-label=${chosen.name}>${chosen.code}</pre>
      </div>
    </details>`;
  }

  readonly #choose = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) this.#platform = target.value;
    this.#element.requestUpdate();
  };

  #copyButton(messages: DoctorMessages, label: string, text: string): TemplateResult {
    const copy = async (): Promise<void> => {
      // The same text again is no change that a screen reader would announce.
      this.#copied = undefined;
      this.#element.requestUpdate();
      await this.#element.updateComplete;
      this.#copied =
        (await navigator.clipboard?.writeText(text).then(
          () => true,
          () => false,
        )) ?? false;
      this.#element.requestUpdate();
    };
    return html`<button type="button" class="button small" part="button secondary small" aria-label=${label} @click=${copy}>${messages.copy}</button>`;
  }
}

/** The query may hold a key. */
const withoutQuery = (src: string): string => src.replace(/[?#].*$/su, '');

/** In the language of the element, if it has a sentence for the cause. */
function sentence(messages: DoctorMessages, problem: Diagnosis | DiagnosedProblem): TemplateResult {
  const facts = 'isBlocking' in problem ? problem : { cause: problem.cause, address: problem.url, isBlocking: false };
  const translated = messages.sentenceOf(visible(facts));
  return translated ? html`${translated}` : html`<span lang="en">${withCode(problem.message)}</span>`;
}

/** Names that the sentences set in backticks. */
const withCode = (text: string): unknown[] =>
  text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? html`<code>${serverText(part, 200)}</code>` : serverText(part, 600)));

/** Without invisible characters of the server's. Those of a language stay in its sentences: in Arabic, they isolate addresses. */
function visible(facts: ProblemFacts): ProblemFacts {
  const { address, found, suggestion, said, headers, tried } = facts;
  const short = (text: string): string => shortText(text, 200);
  return {
    ...facts,
    address: short(address),
    found: found && short(found),
    suggestion: suggestion && short(suggestion),
    said: said && short(said),
    headers: headers?.map(short),
    tried: tried?.map(short),
  };
}

function uncertainty(messages: DoctorMessages, problem: DiagnosedProblem): TemplateResult | typeof nothing {
  if (problem.uncertainty === undefined) return nothing;
  const translated = messages.uncertaintyOf(problem);
  return translated
    ? html`<p class="soft small">${translated}</p>`
    : html`<p class="soft small" lang="en">${problem.uncertainty}</p>`;
}
