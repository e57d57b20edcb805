/** Where a character of a text control is. Browsers do not tell, so the text is laid out once more, unseen. */

const ALIKE = [
  'direction',
  'box-sizing',
  'width',
  'border-left-width',
  'border-right-width',
  'border-top-width',
  'border-bottom-width',
  'padding-left',
  'padding-right',
  'padding-top',
  'padding-bottom',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-stretch',
  'font-variant',
  'letter-spacing',
  'line-height',
  'tab-size',
  'text-align',
  'text-indent',
  'text-transform',
  'word-spacing',
];

export function caretIn(control: HTMLTextAreaElement | HTMLInputElement, position: number): DOMRect {
  const isLine = control instanceof HTMLInputElement;
  const own = getComputedStyle(control);
  const mirror = document.createElement('div');
  for (const name of ALIKE) mirror.style.setProperty(name, own.getPropertyValue(name));
  const given = {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    'border-style': 'solid',
    'white-space': isLine ? 'pre' : 'pre-wrap',
    'overflow-wrap': 'break-word',
  };
  for (const [name, value] of Object.entries(given)) mirror.style.setProperty(name, value);
  const marker = document.createElement('span');
  marker.textContent = control.value.charAt(position) || '/';
  mirror.append(control.value.slice(0, position), marker);
  document.body.append(mirror);
  const frame = mirror.getBoundingClientRect();
  const mark = marker.getBoundingClientRect();
  mirror.remove();
  const box = control.getBoundingClientRect();
  const x = Math.min(box.right, Math.max(box.left, box.left + mark.left - frame.left - control.scrollLeft));
  if (isLine) return new DOMRect(x, box.top, mark.width, box.height);
  const y = Math.min(box.bottom, Math.max(box.top, box.top + mark.top - frame.top - control.scrollTop));
  return new DOMRect(x, y, mark.width, Math.min(mark.height, box.bottom - y));
}
