// Several browsers of one kind as one launcher of Web Test Runner. Each shows one test page at a time, so that all pages
// have the focus at once.

export class LauncherPool {
  #all;
  #idle;
  /** By the id of the session that they show. */
  #active = new Map();

  /** @param {readonly import('@web/test-runner-chrome').ChromeLauncher[]} launchers */
  constructor(launchers) {
    this.#all = launchers;
    this.#idle = [...launchers];
    this.name = launchers[0].name;
    this.type = launchers[0].type;
    this.concurrency = launchers.length;
  }

  async initialize(config, testFiles) {
    for (const launcher of this.#all) await launcher.initialize(config, testFiles);
  }

  startSession(id, url) {
    const launcher = this.#idle.pop();
    if (!launcher) throw new Error(`All ${this.concurrency} windows of ${this.name} are in use`);
    this.#active.set(id, launcher);
    return launcher.startSession(id, url);
  }

  isActive(id) {
    return this.#active.get(id)?.isActive(id) ?? false;
  }

  getBrowserUrl(id) {
    return this.#launcherOf(id).getBrowserUrl(id);
  }

  getPage(id) {
    return this.#launcherOf(id).getPage(id);
  }

  async stopSession(id) {
    const launcher = this.#launcherOf(id);
    try {
      return await launcher.stopSession(id);
    } finally {
      this.#active.delete(id);
      this.#idle.push(launcher);
    }
  }

  startDebugSession(id, url) {
    const [launcher] = this.#all;
    this.#active.set(id, launcher);
    return launcher.startDebugSession(id, url);
  }

  async stop() {
    await Promise.all(this.#all.map((launcher) => launcher.stop()));
  }

  #launcherOf(id) {
    const launcher = this.#active.get(id);
    if (!launcher) throw new Error(`${this.name} shows no session ${id}`);
    return launcher;
  }
}
