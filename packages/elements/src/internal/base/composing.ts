/** Whether the key belongs to an input method that is composing; WebKit says so of the one that ends it by its code only. */
export function isComposing({ isComposing: isMarked, keyCode }: KeyboardEvent): boolean {
  return isMarked || keyCode === 229;
}
