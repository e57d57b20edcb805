import type { Option } from './plan.ts';

/** Where each option of an enum stands, by its JSON. A server may name a hundred thousand, and they are asked for at each keystroke. */
export class OptionPlaces {
  readonly #known = new WeakMap<readonly Option[], ReadonlyMap<string, number>>();

  /** -1 for what is none of the options. */
  readonly of = (options: readonly Option[], value: unknown): number => {
    const places =
      this.#known.get(options) ??
      new Map(options.map((option, index) => [JSON.stringify(option.value), index] as const).reverse());
    this.#known.set(options, places);
    return places.get(JSON.stringify(value)) ?? -1;
  };
}
