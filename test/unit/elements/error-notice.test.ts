import { assert } from 'chai';
import { render } from 'lit';
import { connect, type McpError } from '@mcp-web/client';
import { german } from '@mcp-web/elements/messages/de';
import { errorText } from '../../../packages/elements/src/internal/text/error-notice.ts';
import { english } from '../../../packages/elements/src/internal/text/shared-messages.ts';
import { errorOf } from '../../support/errors.ts';
import { error, json, modernServer, type Reply, stream, URL_OF_SCRIPT } from '../../support/scripted-server.ts';

const textOf = (messages: typeof english, failure: McpError): string => {
  const place = document.createElement('div');
  render(errorText(messages, failure), place);
  return place.textContent ?? '';
};
const failing = async (reply: Reply, code: McpError['code']): Promise<McpError> => {
  const client = await connect(
    URL_OF_SCRIPT,
    modernServer((received) => (received.method === 'tools/call' ? reply(received) : undefined)),
  );
  return errorOf(client.callTool('x'), code);
};

describe('the notice about an error', () => {
  it('says once that the call may have run, in the language of the page', async () => {
    const broken = await failing(() => stream(''), 'stream-ended');
    assert.lengthOf(textOf(english, broken).match(/may have run/g) ?? [], 1);
    assert.include(textOf(german.shared, broken), german.shared.mayHaveRun);
    const failed = await failing(({ id }) => json(error(id, -32603, 'boom')), 'rpc');
    assert.include(textOf(english, failed), english.mayHaveRun);
  });

  it('does not say so of a call that did not run', async () => {
    const refused = await failing(({ id }) => json(error(id, -32602, 'no such tool'), {}, 400), 'rpc');
    assert.notInclude(textOf(english, refused), english.mayHaveRun);
    assert.notInclude(textOf(german.shared, refused), german.shared.mayHaveRun);
  });
});
