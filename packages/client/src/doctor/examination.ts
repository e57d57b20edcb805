/** What all probes of one diagnosis share. */
import type { Revision } from '../protocol/revisions.ts';
import { addressOf } from '../wire/refusal.ts';
import type { DiagnosisCause, ProblemFacts } from './diagnosis.ts';
import type { Answered, Outcome, Probe, ProbeRequest } from './probe.ts';
import { NEWEST_LEGACY } from './sent-messages.ts';
import type { PolicyWatch } from './surroundings.ts';

export interface Examination {
  readonly probe: Probe;
  readonly policy: PolicyWatch;
  readonly origin: string | undefined;
  /** In the order in which they were found. */
  readonly problems: ProblemFacts[];
  revision: Revision | undefined;
}

/** Notes something that is wrong. */
export function note(
  { probe, origin, problems }: Examination,
  cause: DiagnosisCause,
  { about = probe.url, isBlocking = true, ...facts }: Partial<ProblemFacts> & { about?: URL } = {},
): void {
  problems.push({ address: addressOf(about), origin, isBlocking, ...facts, cause });
}

/** How a header is put to the test: with a request that is allowed without it. */
export type Carrier = (headers: Readonly<Record<string, string>>) => ProbeRequest;

const VALUES: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  Authorization: 'Bearer doctor',
  'MCP-Protocol-Version': NEWEST_LEGACY,
};

/** Which of these headers the server's answer to OPTIONS does not allow. */
export async function refusedHeaders(
  { probe }: Examination,
  names: readonly string[],
  carry: Carrier,
): Promise<readonly string[]> {
  const outcomes = await Promise.all(names.map((name) => probe.send(carry({ [name]: VALUES[name] ?? 'doctor' }))));
  return names.filter((_name, index) => outcomes[index]?.kind === 'refused');
}

export const isAnswered = (outcome: Outcome): outcome is Answered => outcome.kind === 'answered';

/** Whether the content type is one of MCP. */
export const isOfMcp = ({ type }: Answered): boolean => type === 'application/json' || type === 'text/event-stream';
