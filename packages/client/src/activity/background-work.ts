/** Reads messages after the page has its turn, in the order in which they came, a few milliseconds at a time. */
import { Slices } from '../wire/slices.ts';

type Job = () => Generator<undefined, void>;

export class BackgroundWork {
  #jobs: Job[] = [];
  #isWorking = false;

  add(job: Job): void {
    this.#jobs.push(job);
    if (this.#isWorking) return;
    this.#isWorking = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    // The request is sent before it is read.
    await Promise.resolve();
    const slices = new Slices();
    while (this.#jobs.length > 0) {
      const jobs = this.#jobs;
      this.#jobs = [];
      for (const job of jobs) {
        try {
          const steps = job();
          while (!steps.next().done) if (slices.isOverAfterStep()) await slices.pause();
        } catch {
          // What comes after it is noted all the same.
        }
        if (slices.isOverAfterStep()) await slices.pause();
      }
    }
    this.#isWorking = false;
  }
}
