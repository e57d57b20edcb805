/** The texts of hostile servers, in every place of every element that they can fill. */
import { scenes } from '../hostile/scenes.ts';
import { makeStage, type Say } from '../hostile/stage.ts';
import { hostile } from '../support/hostile.ts';
import type { States } from './states.ts';

/** One of each kind, except those of 1 MB. */
const said = Object.entries(hostile).flatMap(([kind, strings]) => (kind === 'huge' ? [] : strings.slice(0, 1)));

export const hostileStates: Readonly<Record<string, States>> = Object.entries(scenes).reduce<Record<string, States>>(
  (all, [name, { atOnce = 1, show }]) => {
    const [element = name, ...rest] = name.split(' ');
    const state: States[string] = async ({ place }) => {
      let at = 0;
      const say: Say = () => said[at++ % said.length] ?? '';
      await show(makeStage(place), say, (make) => Array.from({ length: atOnce }, () => make(say)));
    };
    return { ...all, [element]: { ...all[element], [['hostile', ...rest].join(' ')]: state } };
  },
  {},
);
