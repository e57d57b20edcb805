/** A log as one would write it by hand with a library for long lists: it draws the rows on the screen, and follows the end. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { type Entry, presentLog } from '../log-page.ts';

const ROW_PX = 24;
const entries: Entry[] = [];
const viewport = document.createElement('div');
const canvas = document.createElement('div');
viewport.style.cssText = 'height: 400px; overflow: auto; font: 14px monospace';
canvas.style.position = 'relative';
viewport.append(canvas);
document.body.append(viewport);

const options = (): ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0] => ({
  count: entries.length,
  getScrollElement: () => viewport,
  estimateSize: () => ROW_PX,
  scrollToFn: elementScroll,
  observeElementRect,
  observeElementOffset,
  onChange: draw,
});
const list = new Virtualizer<HTMLElement, HTMLElement>(options());
list._didMount();

let isDue = false;
presentLog({
  append(entry) {
    entries.push(entry);
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      list.setOptions(options());
      list._willUpdate();
      list.scrollToIndex(entries.length - 1, { align: 'end' });
      draw();
    });
  },
  count: () => entries.length,
});

function draw(): void {
  canvas.style.height = `${list.getTotalSize()}px`;
  canvas.replaceChildren(
    ...list.getVirtualItems().map(({ index, start }) => {
      const row = document.createElement('div');
      const { level, logger, data } = entries[index]!;
      row.style.cssText = `position: absolute; inset-inline: 0; height: ${ROW_PX}px; transform: translateY(${start}px)`;
      row.textContent = `${level} ${logger} ${JSON.stringify(data)}`;
      return row;
    }),
  );
}
