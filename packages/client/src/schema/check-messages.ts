/** What a page and the worker that checks for it say to each other. */
import type { SchemaProblem } from '../errors.ts';
import { array, type Guard, objectWith, optional, string } from '../protocol/guards.ts';

/** What the page wants to know. */
export interface CheckRequest {
  /** As JSON. */
  readonly schema: string;
  /** As JSON. Without a value, only whether the schema can be used. */
  readonly value: string | undefined;
}

/** What the worker says as soon as its script runs. From then on, time counts. */
export const STARTED = 'mcp-web: checks';

/** What is wrong with the value, or why nobody can tell. */
export interface CheckAnswer {
  readonly problems?: SchemaProblem[] | undefined;
  readonly reason?: string | undefined;
}

export const checkRequest: Guard<CheckRequest> = objectWith<CheckRequest>({
  schema: string,
  value: optional(string),
});

export const checkAnswer: Guard<CheckAnswer> = objectWith<CheckAnswer>({
  problems: optional(array(objectWith<SchemaProblem>({ path: string, message: string }))),
  reason: optional(string),
});
