/** Spells an answer out in slices: a model may write a megabyte of invisible characters. */
import type { SamplingContent, ToolUseContent } from '@mcp-web/client';
import { letPageWork } from '../internal/base/let-page-work.ts';
import { indentedJson } from '../internal/text/indented-json.ts';
import { partsOf } from '../internal/text/parts.ts';
import { visibleJsonText, visibleText } from '../internal/text/text.ts';

/** How long the page does nothing else, in ms. */
const SLICE_MS = 8;

/** The parts of each text and of each input for a tool. */
export type SpelledAnswer = ReadonlyMap<SamplingContent, readonly string[]>;

function* writtenUse({ input, _meta }: ToolUseContent): Generator<string, undefined> {
  yield* indentedJson(input);
  if (!_meta) return;
  // Nothing is sent that the user cannot see.
  yield '\n\n_meta: ';
  yield* indentedJson(_meta);
}

/** @throws the reason of the signal */
export async function spellAnswer(blocks: readonly SamplingContent[], signal: AbortSignal): Promise<SpelledAnswer> {
  const answer = new Map<SamplingContent, readonly string[]>();
  let sliceEnd = performance.now() + SLICE_MS;
  const pause = async (): Promise<void> => {
    if (performance.now() < sliceEnd) return;
    await letPageWork();
    signal.throwIfAborted();
    sliceEnd = performance.now() + SLICE_MS;
  };
  for (const block of blocks) {
    if (block.type !== 'text' && block.type !== 'tool_use') continue;
    let text = block.type === 'text' ? block.text : '';
    if (block.type === 'tool_use') {
      for (const piece of writtenUse(block)) {
        await pause();
        text += piece;
      }
    }
    const parts: string[] = [];
    for (const part of partsOf(text)) {
      await pause();
      parts.push(block.type === 'text' ? visibleText(part) : visibleJsonText(part));
    }
    answer.set(block, parts);
  }
  return answer;
}
