/** Shows an element in one of its states, and replaces what was shown before. */
import { registerMessages } from '@mcp-web/elements';
import { arabic } from '@mcp-web/elements/messages/ar';
import { german } from '@mcp-web/elements/messages/de';
import { simplifiedChinese } from '@mcp-web/elements/messages/zh';
import { everything } from '../support/flat-tree.ts';
import { all, gallery } from './all.ts';
import { useFont } from './fonts.ts';
import { overflows } from './overflow.ts';
import { makeStage } from './stage.ts';
import { useStylesheet } from './stylesheets.ts';
import './window.ts';

const root = document.documentElement;

/** Text that cannot be broken: a dash of three letters, the widest letters of the alphabet, and a sentence whose letters are up to 180 px wide. */
const LONGEST = [
  ['wide', '\u2E3B', 1],
  ['wide', '\uFDFD', 180],
  ['wide', 'W', 1],
  ['narrow', 'W', 1],
] as const;

/** Wider than the widest window, even in the narrowest font. */
const LENGTH = 200;

registerMessages('de', german);
registerMessages('zh', simplifiedChinese);
registerMessages('ar', arabic);

window.gallery = all;

window.show = async (
  element,
  state,
  { theme = '', stylesheet = '', lang = 'en', dir = 'ltr', font = '', textSize = '' } = {},
) => {
  Object.assign(root, { lang, dir });
  Object.assign(root.style, { colorScheme: theme, fontSize: textSize });
  await useFont(font);
  await useStylesheet(stylesheet);
  const place = document.getElementById('stage');
  const show = gallery[element]?.[state];
  if (!place || !show) throw new Error(`The gallery has no ${state} of ${element}.`);
  place.replaceChildren();
  await show(makeStage(place));
  await settled(place);
};

/** Elements render, and load parts on demand: waits until nothing has changed for a while. */
async function settled(place: HTMLElement): Promise<void> {
  let before = '';
  for (let rest = 3; rest > 0; rest--) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    const now = everything(place)
      .map((element) => `${element.localName} ${element.getBoundingClientRect().height}`)
      .join();
    if (now !== before) rest = 3;
    before = now;
  }
}

window.stretch = async () => {
  const faults: string[] = [];
  for (const [font, letter, slack] of LONGEST) {
    await useFont(font);
    fill(document.body, letter.repeat(LENGTH));
    // By then, resize observers have run.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    faults.push(...overflows(slack).map((fault) => `full of ${letter} in the ${font} font: ${fault}`));
  }
  return faults;
};

/** Replaces every visible text, except characters used as icons. */
function fill(place: ParentNode, words: string): void {
  for (const parent of everything(place)
    .flatMap((element) => [element, element.shadowRoot ?? []])
    .flat())
    for (const node of parent.childNodes)
      if (node instanceof Text && node.data.trim() !== '' && !node.parentElement?.closest('script, [aria-hidden=true]'))
        node.data = words;
}

window.sideways = () => overflows();

window.unreached = () =>
  everything(document.body)
    // What a page puts into a slot is its own.
    .filter((element) => element.getRootNode() !== document)
    .filter((element) => element.matches('button, input:not([hidden]), select, textarea, summary'))
    .filter((element) => getComputedStyle(element).getPropertyValue('--reached') !== 'yes')
    .map((element) => element.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1));

const { element, state, ...showing } = Object.fromEntries(new URLSearchParams(location.search));
if (element !== undefined && state !== undefined) {
  await window.show(element, state, showing);
  if (parent !== window) parent.postMessage('shown', location.origin);
}
