/** Where keys lead in the list. */
export const stepsFrom = (index: number, count: number): Readonly<Record<string, number>> => ({
  ArrowDown: index + 1,
  ArrowUp: index - 1,
  PageDown: index + 10,
  PageUp: index - 10,
  Home: 0,
  End: count - 1,
});
