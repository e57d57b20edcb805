// One browser window that is driven by plain W3C WebDriver over fetch, with a driver and a display of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A driver that never answers would hold up the whole run, in ms. A script may take 30 s. */
const ANSWER_MS = 120_000;

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });

// https://www.w3.org/TR/webdriver2/#keyboard-actions
const KEYS = Object.fromEntries(
  Object.entries({
    Backspace: 0x03,
    Tab: 0x04,
    Enter: 0x07,
    Shift: 0x08,
    Control: 0x09,
    Alt: 0x0a,
    Escape: 0x0c,
    Space: 0x0d,
    PageUp: 0x0e,
    PageDown: 0x0f,
    End: 0x10,
    Home: 0x11,
    ArrowLeft: 0x12,
    ArrowUp: 0x13,
    ArrowRight: 0x14,
    ArrowDown: 0x15,
    Insert: 0x16,
    Delete: 0x17,
    Meta: 0x3d,
    ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`F${i + 1}`, 0x31 + i])),
  }).map(([name, code]) => [name, String.fromCharCode(0xe000 + code)]),
);

export class WebDriverWindow {
  #children = [];
  #base = '';
  #session = '';
  #starting;
  #queue = Promise.resolve();

  constructor({ name, driver, driverArgs, capabilities, needsDisplay, env }) {
    Object.assign(this, { name, driver, driverArgs, capabilities, needsDisplay, env });
  }

  async #request(method, path, body) {
    const res = await fetch(this.#base + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = await res.json();
    if (!res.ok) throw new Error(`WebDriver ${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  }

  #spawn(command, args, options) {
    const child = spawn(command, args, options);
    this.#children.push(child);
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    return child;
  }

  async #display() {
    if (!this.needsDisplay) return {};
    // -displayfd makes Xvfb choose a free display and print its number.
    const xvfb = this.#spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const started = once(xvfb.stdio[3], 'data').then(([chunk]) => ({
      DISPLAY: `:${String(chunk).trim()}`,
      WAYLAND_DISPLAY: '',
      GDK_BACKEND: 'x11',
    }));
    // Without Xvfb, a window opens on the tester's own screen.
    const failed = once(xvfb, 'exit')
      .catch(() => {})
      .then(() => {
        if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return {};
        throw new Error(`${this.name} needs a display: install Xvfb`);
      });
    return Promise.race([started, failed]);
  }

  async #start() {
    const port = await freePort();
    const env = { ...process.env, ...this.env, ...(await this.#display()) };
    const child = this.#spawn(this.driver, this.driverArgs(port), { stdio: 'ignore', env });
    child.once('error', () => {});
    this.#base = `http://127.0.0.1:${port}`;
    for (let i = 0; ; i++) {
      if (child.exitCode !== null) throw new Error(`${this.driver} exited with ${child.exitCode}`);
      try {
        await this.#request('GET', '/status');
        break;
      } catch (error) {
        if (i > 100) throw error;
        await delay(50);
      }
    }
    const { sessionId, capabilities } = await this.#request('POST', '/session', {
      capabilities: { alwaysMatch: { pageLoadStrategy: 'none', ...this.capabilities } },
    });
    this.#session = `/session/${sessionId}`;
    this.version = capabilities.browserVersion;
    await this.#request('POST', `${this.#session}/timeouts`, { script: 30_000, pageLoad: 60_000, implicit: 0 });
  }

  /** Starts the browser, the first time. */
  open(url) {
    this.#queue = this.#queue
      .catch(() => {})
      .then(async () => {
        await (this.#starting ??= this.#start());
        await this.#request('POST', `${this.#session}/url`, { url });
      });
    return this.#queue;
  }

  url() {
    return this.#request('GET', `${this.#session}/url`);
  }

  run(script) {
    return this.#request('POST', `${this.#session}/execute/sync`, { script, args: [] });
  }

  async stop() {
    if (this.#session) await this.#request('DELETE', this.#session).catch(() => {});
    for (const child of this.#children.reverse()) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill();
        await Promise.race([once(child, 'exit'), delay(2000)]);
      }
    }
  }

  #actions(actions) {
    return this.#request('POST', `${this.#session}/actions`, { actions });
  }

  sendKeys(keys) {
    // "Control+Shift+A" holds the modifiers; single characters are typed as they are.
    const actions = keys.flatMap((key) => {
      const parts = (key.length > 1 ? key.split('+') : [key]).map((part) => KEYS[part] ?? part);
      return [
        ...parts.map((value) => ({ type: 'keyDown', value })),
        ...parts.reverse().map((value) => ({ type: 'keyUp', value })),
      ];
    });
    return this.#actions([{ type: 'key', id: 'keyboard', actions }]);
  }

  #mouse(...actions) {
    return this.#actions([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }
  #button(name = 'left') {
    return ['left', 'middle', 'right'].indexOf(name);
  }
  sendMouseMove(x, y) {
    return this.#mouse({ type: 'pointerMove', duration: 0, x, y });
  }
  sendMouseDown(button) {
    return this.#mouse({ type: 'pointerDown', button: this.#button(button) });
  }
  sendMouseUp(button) {
    return this.#mouse({ type: 'pointerUp', button: this.#button(button) });
  }
  sendMouseClick(x, y, name) {
    const button = this.#button(name);
    return this.#mouse(
      { type: 'pointerMove', duration: 0, x, y },
      { type: 'pointerDown', button },
      { type: 'pointerUp', button },
    );
  }
  resetMouse() {
    return this.#request('DELETE', `${this.#session}/actions`);
  }

  async setViewport({ width, height }) {
    const measure = () => this.run('return [innerWidth, innerHeight]');
    const rect = await this.#request('GET', `${this.#session}/window/rect`);
    const [w, h] = await measure();
    // The driver waits some seconds for a change, even if there is nothing to change.
    if (w === width && h === height) return;
    await this.#request('POST', `${this.#session}/window/rect`, {
      width: rect.width + width - w,
      height: rect.height + height - h,
    });
    // The window system resizes asynchronously, and a busy one takes seconds. A window whose width and height have both
    // changed and stay as they are cannot have the wanted size.
    let last = [w, h];
    for (let i = 0, atRest = 0; i < 200 && atRest < 20; i++) {
      const [cw, ch] = await measure();
      if (cw === width && ch === height) return;
      const isChanged = (cw !== w || w === width) && (ch !== h || h === height);
      atRest = isChanged && cw === last[0] && ch === last[1] ? atRest + 1 : 0;
      last = [cw, ch];
      await delay(50);
    }
    throw new Error(`${this.name} did not resize to ${width}x${height}`);
  }

  async takeScreenshot(locator) {
    const element = await this.run(locator);
    const png = await this.#request('GET', `${this.#session}/element/${Object.values(element)[0]}/screenshot`);
    return Buffer.from(png, 'base64');
  }
}
