import { assert } from 'chai';
import { TabGroup } from '../../../packages/client/src/session/shared/tab-group.ts';
import { until } from '../../support/scripted-server.ts';

describe('tabs whose leading one is silent', () => {
  const random = Math.random.bind(Math);
  const groups: TabGroup[] = [];
  const silent = new AbortController();
  afterEach(() => {
    Math.random = random;
    for (const group of groups.splice(0)) group.leave();
    silent.abort();
  });

  it('replace it by one of them, even if all notice it at the same time [BR-13]', async () => {
    const name = crypto.randomUUID();
    // It has the lock, and never answers.
    await new Promise<void>((locked) => {
      const lead = async (): Promise<void> => {
        locked();
        await new Promise((resolve) => silent.signal.addEventListener('abort', resolve));
      };
      navigator.locks.request(name, lead).catch(() => {});
    });
    // All of them are as patient.
    Math.random = () => 0;
    const happened: string[] = [];
    for (let tab = 0; tab < 5; tab++)
      groups.push(
        new TabGroup(name, {
          onlead: () => happened.push('leads'),
          onreplaced: () => happened.push('is replaced'),
          onstop: () => {},
          onreturn: () => {},
          onmessage: () => {},
        }),
      );
    await until(() => happened.length > 0);
    // Longer than it takes to notice a silence.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    assert.deepEqual(happened, ['leads']);
  });
});
