/** Notices which tasks have ended or ask for something, so that screen readers and notifications can say it. */
import type { HostTask } from '@mcp-web/client';

export interface TaskChange {
  readonly task: HostTask;
  /** Whether it needs the user. Otherwise, it has ended. */
  readonly asks: boolean;
}

export class TaskNews {
  readonly #asking = new Set<string>();
  readonly #running = new Set<string>();
  /** A task of an earlier page may be lost again each time that its server connects. */
  readonly #lost = new Set<string>();

  /** What is new since the last look. A task that was not running then is no news. */
  look(tasks: readonly HostTask[], asks: (task: HostTask) => boolean): readonly TaskChange[] {
    const changes: TaskChange[] = [];
    const running = new Set<string>();
    for (const task of tasks) {
      const { id } = task;
      if (task.endedAt !== undefined) {
        // The tab in which it ended tells that.
        const isKnown = task.isKept || !this.#running.has(id) || (task.status === 'lost' && this.#lost.has(id));
        if (!isKnown) changes.push({ task, asks: false });
        if (task.status === 'lost') this.#lost.add(id);
        this.#asking.delete(id);
        continue;
      }
      running.add(id);
      // While a page tries again to go on with a task, nobody knows how it is.
      if (!asks(task)) {
        if (task.status !== 'unknown') this.#asking.delete(id);
      } else if (!this.#asking.has(id)) {
        this.#asking.add(id);
        changes.push({ task, asks: true });
      }
    }
    this.#running.clear();
    for (const id of running) this.#running.add(id);
    return changes;
  }
}
