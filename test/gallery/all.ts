/** Every element and its states, for people, for the screenshots, and for the tests of appearance. */
import { hostileStates } from './hostile.ts';
import { type States, states } from './states.ts';

export const gallery: Readonly<Record<string, States>> = Object.fromEntries(
  Object.entries(states).map(([element, own]) => [element, { ...own, ...hostileStates[element] }]),
);

export const all: readonly (readonly [element: string, state: string])[] = Object.entries(gallery).flatMap(
  ([element, own]) => Object.keys(own).map((state) => [element, state] as const),
);
