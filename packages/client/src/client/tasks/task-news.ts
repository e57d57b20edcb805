/** What comes about tasks on the stream of changes, and who follows which task. */
import type { JsonObject } from '../../protocol/types.ts';

/** Follows one task. */
export interface TaskFollower {
  readonly id: string;
  /** Takes what the server says of itself, as it came. */
  tell(params: JsonObject): void;
  /** Whether the server announces the status from now on. */
  hear(isHeard: boolean): void;
  /** The status may have changed without a word. */
  miss(): void;
}

export class TaskNews {
  readonly #followers = new Set<TaskFollower>();
  /** The tasks whose status the server announces. */
  #heard: readonly string[] = [];

  /** The tasks that are followed. */
  get ids(): string[] {
    return [...new Set([...this.#followers].map(({ id }) => id))];
  }

  add(follower: TaskFollower): void {
    this.#followers.add(follower);
    follower.hear(this.#heard.includes(follower.id));
  }

  delete(follower: TaskFollower): void {
    this.#followers.delete(follower);
  }

  tell(params: JsonObject): void {
    for (const follower of this.#followers) if (follower.id === params['taskId']) follower.tell(params);
  }

  hear(ids: readonly string[]): void {
    this.#heard = ids;
    for (const follower of this.#followers) follower.hear(ids.includes(follower.id));
  }

  miss(): void {
    for (const follower of this.#followers) follower.miss();
  }
}
