import { assert } from 'chai';
import type { StepUpPolicy, StepUpRequest } from '@mcp-web/client';
import { StepUps } from '../../../../packages/client/src/oauth/browser/step-ups.ts';

const request: StepUpRequest = {
  server: 'https://example.com/mcp',
  issuer: 'https://as.example',
  scope: ['write'],
  signal: new AbortController().signal,
};

describe('a request for more scopes', () => {
  const decide = (...answers: (boolean | undefined)[]): Promise<boolean> => {
    const policies = answers.map(
      (answer): StepUpPolicy =>
        () =>
          answer,
    );
    const stepUps = new StepUps(policies.shift());
    for (const policy of policies) stepUps.add(policy);
    return stepUps.isWanted(request);
  };

  it('is answered by the first who has an opinion', async () => {
    assert.isTrue(await decide(undefined, true, false));
    assert.isFalse(await decide(false, true));
  });

  it('is answered with no if nobody has an opinion', async () => {
    assert.isFalse(await decide());
    assert.isFalse(await decide(undefined, undefined));
  });

  it('is not put to a policy that was taken away', async () => {
    const stepUps = new StepUps(undefined);
    stepUps.add(() => true)();
    assert.isFalse(await stepUps.isWanted(request));
  });

  it('waits for the one before it about the same server, and for no other', async () => {
    const stepUps = new StepUps(undefined);
    const order: string[] = [];
    let finish = (): void => {};
    const first = stepUps.inTurn('a', () => new Promise<void>((resolve) => (finish = resolve)), undefined);
    const second = stepUps.inTurn('a', async () => void order.push('second'), undefined);
    await stepUps.inTurn('b', async () => void order.push('other'), undefined);
    assert.deepEqual(order, ['other']);
    finish();
    await Promise.all([first, second]);
    assert.deepEqual(order, ['other', 'second']);
  });

  it('is not asked for a call that was given up while it waited, and does not hold up the next one', async () => {
    const stepUps = new StepUps(undefined);
    const caller = new AbortController();
    const failing = stepUps.inTurn('a', () => Promise.reject(new Error('no')), undefined).catch(String);
    const given = stepUps.inTurn('a', async () => assert.fail('asked'), caller.signal).catch(String);
    caller.abort(new Error('given up'));
    assert.deepEqual(await Promise.all([failing, given]), ['Error: no', 'Error: given up']);
    assert.equal(await stepUps.inTurn('a', async () => 'next', undefined), 'next');
  });
});
