/** Shows an element in one of its states, in place of what it showed before. */
import { registerMessages } from '@mcp-web/elements';
import { arabic } from '@mcp-web/elements/messages/ar.js';
import { german } from '@mcp-web/elements/messages/de.js';
import { simplifiedChinese } from '@mcp-web/elements/messages/zh.js';
import './window.ts';
import { makeStage } from './stage.ts';
import { states } from './states.ts';

const root = document.documentElement;

registerMessages('de', german);
registerMessages('zh', simplifiedChinese);
registerMessages('ar', arabic);

window.gallery = Object.entries(states).flatMap(([element, own]) =>
  Object.keys(own).map((state) => [element, state] as const),
);

window.show = async (element, state, { lang = 'en', dir = 'ltr', textSize = '' } = {}) => {
  Object.assign(root, { lang, dir });
  root.style.fontSize = textSize;
  const place = document.getElementById('stage');
  const show = states[element]?.[state];
  if (!place || !show) throw new Error(`The gallery has no ${state} of ${element}.`);
  place.replaceChildren();
  await show(makeStage(place));
  await settled(place);
};

/** Elements render, and load what they need on demand: until nothing changes any more for a while. */
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

window.sideways = () => {
  const page = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
  const dialogs = everything(document).filter((element) => element.matches('dialog[open]'));
  return [
    ...page,
    ...dialogs
      .flatMap((dialog) => everything(dialog))
      .flatMap((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isCut = width > 0 && element.checkVisibility() && (left < -1 || right > innerWidth + 1);
        // Code is scrolled, and reached so.
        return isCut && !element.closest('pre')
          ? [`${element.localName}.${element.className} reaches from ${Math.round(left)} to ${Math.round(right)}`]
          : [];
      }),
  ];
};

function everything(from: ParentNode): Element[] {
  return [...from.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? everything(element.shadowRoot) : []),
  ]);
}
