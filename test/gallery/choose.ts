/** The controls that choose what the gallery shows, and how. The address contains the choice, and so does the address of the state alone. */
import { fontNames } from './fonts.ts';
import { all } from './all.ts';
import { stylesheets } from './stylesheets.ts';

const CHOICES: Readonly<Record<string, readonly (readonly [value: string, label: string])[]>> = {
  theme: [
    ['', 'as the system has it'],
    ['light', 'light'],
    ['dark', 'dark'],
  ],
  stylesheet: [['', 'none'], ...stylesheets.map((name) => [name, name] as const)],
  lang: [
    ['en', 'English'],
    ['de', 'Deutsch'],
    ['zh', '简体中文'],
    ['ar', 'العربية'],
  ],
  dir: [
    ['ltr', 'left to right'],
    ['rtl', 'right to left'],
  ],
  width: [['100%', 'all there is'], ...['320', '390', '640', '1280'].map((width) => [width, `${width} px`] as const)],
  font: [['', 'of the platform'], ...fontNames.map((name) => [name, name] as const)],
};

const form = found(HTMLFormElement, 'form');
const frame = found(HTMLIFrameElement, 'iframe');

for (const [name, choices] of Object.entries(CHOICES))
  select(name).append(...choices.map(([value, label]) => new Option(label, value)));
select('show').append(
  ...[...Map.groupBy(all, ([element]) => element)].map(([element, own]) => {
    const group = Object.assign(document.createElement('optgroup'), { label: element });
    group.append(...own.map(([, state]) => new Option(state, `${element}/${state}`)));
    return group;
  }),
);
const asked = new URLSearchParams(location.search);
const at = `${asked.get('element') ?? ''}/${asked.get('state') ?? ''}`;
select('show').value = all.some((one) => one.join('/') === at) ? at : (all[0]?.join('/') ?? '');
for (const name of Object.keys(CHOICES)) {
  const value = asked.get(name);
  if (value !== null) select(name).value = value;
}
let last = select('show');
form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLSelectElement) last = target;
  show();
});
// Some elements take the focus: give it back, so that the arrow keys continue through the states.
window.addEventListener('message', ({ source }) => source === frame.contentWindow && last.focus());
show();

function show(): void {
  const [element = '', state = ''] = select('show').value.split('/');
  const chosen = Object.keys(CHOICES)
    .map((name) => [name, select(name)] as const)
    .filter(([, { value, options }]) => value !== options[0]?.value)
    .map(([name, { value }]) => [name, value]);
  const query = String(new URLSearchParams([['element', element], ['state', state], ...chosen]));
  history.replaceState(null, '', `?${query}`);
  frame.width = select('width').value;
  frame.src = `state.html?${query}`;
  found(HTMLAnchorElement, 'a').href = frame.src;
}

function select(name: string): HTMLSelectElement {
  return found(HTMLSelectElement, `[name=${name}]`);
}

function found<T extends Element>(kind: new () => T, selector: string): T {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`There is no ${selector}.`);
  return element;
}
