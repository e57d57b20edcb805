/** What the user has done with one request for roots. */
import type { Work } from '../internal/dialog/request-work.ts';
import { type TypedRoot, untyped } from './root-form.ts';

export class RootsWork implements Work {
  /** Of nothing, unless the user chooses it. */
  readonly chosen = new Set<string>();
  isRemembered = false;
  readonly typed: TypedRoot = untyped();
  /** Whether there were no roots at first. */
  readonly hadNone: boolean;

  constructor(hadNone: boolean) {
    this.hadNone = hadNone;
  }

  end(): void {
    Object.assign(this.typed, untyped());
  }
}
