/** About how much memory a JSON value takes, in bytes. Stops counting at `limit`. */
export function sizeInMemory(value: unknown, limit: number): number {
  const rest = [value];
  let bytes = 0;
  while (rest.length > 0 && bytes < limit) {
    const one = rest.pop();
    bytes += 16;
    if (typeof one === 'string') bytes += 2 * one.length;
    else if (typeof one === 'object' && one !== null) for (const member of Object.values(one)) rest.push(member);
  }
  return bytes;
}
