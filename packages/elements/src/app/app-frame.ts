/** The frame that an app runs in: the sandbox page around it, whose messages are told from all others. */
import { isJsonObject } from '../internal/text/text.ts';
import { FocusGuard } from './focus-guard.ts';

const READY = 'ui/notifications/sandbox-proxy-ready';
const RESOURCE = 'ui/notifications/sandbox-resource-ready';
const VIOLATION = 'ui/notifications/sandbox-violation';
const LEFT = 'ui/notifications/sandbox-left';
const OWN = 'ui/notifications/sandbox-';

/** The features of a frame, by the names that apps have for them. */
const FEATURES = new Map([
  ['camera', 'camera'],
  ['microphone', 'microphone'],
  ['geolocation', 'geolocation'],
  ['clipboardWrite', 'clipboard-write'],
]);

/** How long the sandbox page may take to load, in ms. */
const READY_MS = 15_000;

export interface AppFrameOptions {
  readonly sandbox: URL;
  /** The sandbox page has no origin, rather than another one. */
  readonly isOpaque: boolean;
  readonly title: string;
  readonly granted: readonly string[];
  /** What the sandbox page gets. */
  readonly resource: { readonly html: string; readonly policy: string };
  readonly onmessage: (data: unknown) => void;
  readonly onviolation: (directive: string, blocked: string) => void;
  /** The app went to another page. */
  readonly onleft: () => void;
  readonly onnoanswer: () => void;
  /** The app takes the focus again and again while the user writes elsewhere. */
  readonly ontheft: () => void;
}

export class AppFrame {
  readonly element: HTMLIFrameElement = document.createElement('iframe');
  readonly #options: AppFrameOptions;
  readonly #origin: string;
  readonly #closing = new AbortController();
  readonly #focus: FocusGuard;
  #isReady = false;

  constructor(options: AppFrameOptions) {
    this.#options = options;
    const { sandbox, isOpaque, title } = options;
    this.#origin = isOpaque ? 'null' : sandbox.origin;
    const { element } = this;
    element.setAttribute('sandbox', `allow-scripts allow-forms${isOpaque ? '' : ' allow-same-origin'}`);
    element.allow = this.#allow;
    element.referrerPolicy = 'no-referrer';
    element.title = title;
    element.part.add('frame');
    element.src = sandbox.href;
    const { signal } = this.#closing;
    addEventListener('message', this.#onmessage, { signal });
    this.#focus = new FocusGuard(element, options.ontheft, signal);
    const timer = setTimeout(() => this.#isReady || options.onnoanswer(), READY_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  /** Whether the user is in the app, and has just done something. */
  get isInUse(): boolean {
    return this.#focus.isUsed;
  }

  get #allow(): string {
    return this.#options.granted
      .flatMap((name) => FEATURES.get(name) ?? [])
      .map((name) => `${name} *`)
      .join('; ');
  }

  readonly send = (message: object): void => {
    // A page without an origin cannot be named. The window is that of our own frame.
    this.element.contentWindow?.postMessage(message, this.#origin === 'null' ? '*' : this.#origin);
  };

  /** Takes no more messages. The owner removes the element. */
  close(): void {
    this.#closing.abort();
  }

  readonly #onmessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== this.element.contentWindow || origin !== this.#origin) return;
    const method = isJsonObject(data) ? data['method'] : undefined;
    if (typeof method !== 'string' || !method.startsWith(OWN)) return this.#options.onmessage(data);
    const params = isJsonObject(data) && isJsonObject(data['params']) ? data['params'] : {};
    if (method === READY) {
      // It loaded again, and the app is lost.
      if (this.#isReady) return this.#options.onleft();
      this.#isReady = true;
      const params = { ...this.#options.resource, allow: this.#allow };
      this.send({ jsonrpc: '2.0', method: RESOURCE, params });
    } else if (method === VIOLATION) this.#options.onviolation(String(params['directive']), String(params['blocked']));
    else if (method === LEFT) this.#options.onleft();
  };
}
