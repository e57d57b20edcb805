/** Shows the texts of hostile servers, round after round, in one page, and checks it each time. */
import { everything } from '../support/flat-tree.ts';
import { GIANT, hostile } from '../support/hostile.ts';
import { useGiantFont } from './giant-font.ts';
import { faultsOf, surroundings } from './look.ts';
import { scenes } from './scenes.ts';
import { makeStage, type Say } from './stage.ts';
import './window.ts';

/** The distance in the list between the strings of two neighboring places, and of one place in two rounds. */
const STRIDE = 11;
const STEP = 12;
const MAX_FAULTS = 20;
/** A name of 1 MB must not freeze the page. It takes about half a second on an idle machine, and half a minute if it does freeze. */
const MS_PER_MB = 15_000;

window.runs = 0;
window.executed = () => void window.runs++;
window.scenes = Object.keys(scenes);

window.showAll = async (name, kinds) => {
  await useGiantFont(GIANT);
  const scene = scenes[name];
  const place = document.getElementById('stage');
  if (!scene || !place) throw new Error(`There is no scene ${name}.`);
  const strings = Object.entries(hostile).flatMap(([kind, own]) => (!kinds || kinds.includes(kind) ? own : []));
  const { atOnce = 1 } = scene;
  // Places and scenes take turns in where they begin, so that each string comes to each kind of place.
  const step = Math.max(atOnce, STEP);
  const offset = window.scenes.indexOf(name);
  const count = Math.ceil(strings.length / step);
  const around = surroundings();
  const faults: string[] = [];
  let longestMs = 0;
  for (let round = 0; round < count && faults.length < MAX_FAULTS; round++) {
    let said = 0;
    const sayFrom = (start: number): Say => {
      let at = start - STRIDE;
      return () => {
        const words = strings[(at += STRIDE) % strings.length] ?? '';
        said += words.length;
        return words;
      };
    };
    const first = round * step + offset;
    const stage = makeStage(place);
    const start = performance.now();
    try {
      await scene.show(stage, sayFrom(first), (make) =>
        Array.from({ length: atOnce }, (_, item) => make(sayFrom(first + item))),
      );
      await settled(place);
      faults.push(...faultsOf(place, around).map((fault) => `round ${round}: ${fault}`));
    } catch (error) {
      faults.push(`round ${round}: ${String(error)}`);
    }
    const ms = performance.now() - start;
    longestMs = Math.max(longestMs, ms);
    if (ms > MS_PER_MB * Math.max(1, said / 1e6))
      faults.push(`round ${round}: it took ${Math.round(ms)} ms to show ${said} characters`);
    stage.clear();
  }
  return { count, longestMs, faults };
};

/** Every element has rendered, and nothing changes anymore. */
async function settled(place: HTMLElement): Promise<void> {
  let before = -1;
  for (;;) {
    const elements = everything(place);
    if (elements.length === before) return;
    before = elements.length;
    await Promise.all(elements.map((element) => ('updateComplete' in element ? element.updateComplete : undefined)));
    await new Promise((resolve) => setTimeout(resolve));
  }
}
