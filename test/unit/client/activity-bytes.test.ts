import { assert } from 'chai';
import { ActivityRecorder } from '@mcp-web/client/activity';
import { exchange, failureOf, untilRecorded } from '../../support/activity.ts';

describe('what flows through a recorder', () => {
  const CHUNK = 65_536;
  const chunk = (index: number): Uint8Array => {
    const line = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${index} `;
    return new TextEncoder().encode(`${line}${'x'.repeat(CHUNK - line.length - 6)}"}}\n\n`);
  };

  it('arrives unchanged, with the same status and headers: 10 MB of events', async () => {
    const recorder = new ActivityRecorder();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent < 160 ? controller.enqueue(chunk(sent++)) : controller.close()),
    });
    const headers = { 'Content-Type': 'text/event-stream', 'Mcp-Session-Id': 'one' };
    const response = await exchange(recorder, () => new Response(body as BodyInit, { status: 201, headers }));
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('Mcp-Session-Id'), 'one');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const wanted = new Blob(Array.from({ length: 160 }, (_none, index) => chunk(index) as BlobPart));
    assert.equal(bytes.length, wanted.size);
    assert.deepEqual(await digest(bytes), await digest(new Uint8Array(await wanted.arrayBuffer())));
    await untilRecorded(recorder, (entries) => entries.length === 161);
  });

  it('is read only as fast as the page reads', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk(pulls++)) });
    const response = await exchange(new ActivityRecorder(), () => new Response(body as BodyInit));
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.isAtMost(pulls, 3);
    await reader?.cancel();
  });

  it('ends when the page has had enough, and breaks with the same error', async () => {
    let reason: unknown;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(chunk(0)),
      cancel: (given) => void (reason = given),
    });
    const response = await exchange(new ActivityRecorder(), () => new Response(body as BodyInit));
    await response.body?.cancel('enough');
    assert.equal(reason, 'enough');
    const broken = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new TypeError('broken')) });
    const other = await exchange(new ActivityRecorder(), () => new Response(broken as BodyInit));
    assert.equal(await failureOf(other.body?.getReader().read() ?? Promise.resolve()), 'broken');
  });

  const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<number[]> => [
    ...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  ];
});
