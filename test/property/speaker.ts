/** A client whose calls have their streams cut, and a check of what came of them. */
import { connect, type McpClient, McpError, type Revision } from '@mcp-web/client';
import { Course, type Plan, type ReceivedEvent } from './cut-stream.ts';

/** How many things are said during a call. */
const COUNT = 3;
/** More than any call needs on a busy machine. What takes longer hangs. */
const TIMEOUT_MS = 30_000;

export interface Speaker {
  client: McpClient;
  /** Calls `say` and resolves with what is wrong, or with undefined. */
  say(plan: Plan, args?: object): Promise<string | undefined>;
  /** The number of cuts. */
  readonly cuts: number;
  /** The number of bytes that the last call brought. */
  readonly length: number;
}

/** @param send the `fetch` that reaches the server */
export async function openSpeaker(url: string, revision: Revision, send: typeof fetch): Promise<Speaker> {
  /** By the call's label. */
  const courses = new Map<unknown, Course>();
  const cutting: typeof fetch = (input, init = {}) => {
    const course = courses.get(labelIn(init.body)) ?? resumedBy(new Headers(init.headers).get('Last-Event-ID'));
    return course ? course.request(send, input, init) : send(input, init);
  };
  const resumedBy = (lastEventId: string | null): Course | undefined =>
    lastEventId === null ? undefined : Array.from(courses.values()).find(({ lastId }) => lastId === lastEventId);
  const client = await connect(url, { fetch: cutting, revision });
  const logs = new Map<unknown, unknown[]>();
  client.addEventListener('log', ({ message }) => {
    const { label, step } = Object(message.data);
    logs.get(label)?.push(step);
  });
  let calls = 0;
  let cuts = 0;
  let length = 0;
  return {
    client,
    get cuts() {
      return cuts;
    },
    get length() {
      return length;
    },
    async say(plan, args) {
      const label = `call ${String(++calls).padStart(6, '0')}`;
      const course = new Course(plan);
      const logged: unknown[] = [];
      const progress: number[] = [];
      courses.set(label, course);
      logs.set(label, logged);
      const outcome = await client
        .callTool(
          'say',
          { label, count: COUNT, ...args },
          { onprogress: (step) => progress.push(step.progress), timeoutMs: TIMEOUT_MS },
        )
        .then(({ content }) => JSON.stringify(content), codeOf);
      // A second copy may arrive late.
      await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
      logs.delete(label);
      courses.delete(label);
      ({ length } = course);
      cuts += course.cuts;
      const wrong = faultOf(course, { outcome, logged, progress });
      return wrong && `${wrong}: ${JSON.stringify({ plan, outcome, logged, progress, requests: course.requests })}`;
    },
  };
}

/** Whether the client received exactly what reached it, each thing once and in order, and asked for the rest. */
function faultOf(
  course: Course,
  { outcome, logged, progress }: { outcome: string; logged: unknown[]; progress: number[] },
): string | undefined {
  const events = course.events();
  const said = events.flatMap(messageIn);
  const steps = (method: string): unknown[] =>
    said.flatMap((message) =>
      message.method === method ? [message.params?.data?.step ?? message.params?.progress] : [],
    );
  const answer = said.find(({ result }) => result !== undefined);
  if (!isSame(logged, steps('notifications/message'))) return 'the log is not what was received';
  if (!isSame(progress, steps('notifications/progress'))) return 'the progress is not what was received';
  if (
    answer &&
    !isSame(
      logged,
      Array.from({ length: COUNT }, (_, index) => index + 1),
    )
  )
    return 'something was lost or came twice';
  if (outcome !== (answer ? JSON.stringify(answer.result?.content) : 'stream-ended')) return 'the outcome is another';
  if (!answer && events.some(({ id }) => id !== undefined)) return 'it was not resumed';
  const [first, ...resumptions] = course.requests;
  if (first?.method !== 'POST' || resumptions.some(({ method }) => method !== 'GET')) return 'the call was sent again';
  return resumptions.some(({ lastEventId, expected }) => lastEventId !== expected)
    ? 'the wrong event was named as the last one'
    : undefined;
}

interface Message {
  method?: string;
  params?: { progress?: number; data?: { step?: number } };
  result?: { content: unknown };
}

const messageIn = ({ data }: ReceivedEvent): Message[] => (data === '' ? [] : [JSON.parse(data)]);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const codeOf = (error: unknown): string => (error instanceof McpError ? error.code : String(error));

function labelIn(body: unknown): unknown {
  return typeof body === 'string' ? JSON.parse(body).params?.arguments?.label : undefined;
}
