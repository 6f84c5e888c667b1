import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { answerFrom } from './answers/from-passages.ts';
import { SIMULATED, writerFor } from './answers/index.ts';
import { countTokens } from './count-tokens.ts';
import { faultIn, type SandboxFault } from './faults.ts';
import { jsonInstance } from './json-instance.ts';
import { materialOf, passagesIn, seedOf, textsOf } from './material.ts';
import { toolCallFor, toolResultsIn } from './tools.ts';

/** Complete simulated answer, before any part is sent. */
export interface Draft {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
  readonly fault: SandboxFault | null;
  readonly id: string;
}

export function draft(task: string, deployment: string, options: LanguageModelV4CallOptions): Draft {
  const material = materialOf(options.prompt);
  const fault = faultIn(material.wholeText, deployment);
  const seed = seedOf(task, material.seed);
  const passages = passagesIn(options.prompt);
  const written = passages
    ? [{ type: 'text' as const, text: answerFrom(passages, material, fault) }]
    : contentFor(task, options, material, seed);
  const { content, finishReason, textTokens } = fitted(written, options, fault);
  return {
    content,
    finishReason,
    usage: usageOf(options, content, textTokens),
    fault,
    id: `sandbox-${seed.toString(36)}`,
  };
}

function contentFor(
  task: string,
  options: LanguageModelV4CallOptions,
  material: ReturnType<typeof materialOf>,
  seed: number,
): LanguageModelV4Content[] {
  const call = toolCallFor(options);
  if (call) {
    const { toolName, input, turn } = call;
    return [{ type: 'tool-call', toolCallId: `call_${seed.toString(36)}_${turn}`, toolName, input }];
  }
  const { text, reasoning, sources = [] } = writerFor(task)(material);
  const { responseFormat } = options;
  if (responseFormat?.type === 'json') {
    const value = responseFormat.schema
      ? jsonInstance(responseFormat.schema, material.text)
      : { simulated: true, task, text };
    return [{ type: 'text', text: JSON.stringify(value) }];
  }
  const results = toolResultsIn(options.prompt);
  const whole = results.length === 0 ? text : [SIMULATED, '', 'The tools gave:', ...results].join('\n');
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...sources.map(({ url, title }, index) => ({
      type: 'source' as const,
      sourceType: 'url' as const,
      id: `source-${index + 1}`,
      url,
      title,
    })),
    { type: 'text', text: whole },
  ];
}

/** Shortens the answer to the caller's limits, or as a requested fault requires. */
function fitted(
  content: LanguageModelV4Content[],
  { stopSequences = [], maxOutputTokens }: LanguageModelV4CallOptions,
  fault: SandboxFault | null,
): Pick<Draft, 'content' | 'finishReason'> & { readonly textTokens: number } {
  if (content[0]?.type === 'tool-call') {
    return { content, finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, textTokens: 0 };
  }
  if (fault === 'filter') {
    return { content: [], finishReason: { unified: 'content-filter', raw: 'content_filter' }, textTokens: 0 };
  }
  const text = content.find((part) => part.type === 'text')!.text;
  const stops = stopSequences.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  const stopped = stops.length > 0 ? text.slice(0, Math.min(...stops)) : text;
  const most = maxOutputTokens ?? Number.POSITIVE_INFINITY;
  const tokens = countTokens(stopped);
  const allowed = fault === 'length' ? Math.min(most, Math.floor(tokens / 2)) : most;
  const isWhole = tokens <= allowed;
  const kept = isWhole ? stopped : beginningOf(stopped, allowed);
  return {
    content: content.map((part) => (part.type === 'text' ? { ...part, text: kept } : part)),
    textTokens: isWhole ? tokens : countTokens(kept),
    finishReason: isWhole ? { unified: 'stop', raw: 'stop' } : { unified: 'length', raw: 'length' },
  };
}

/** Characters per step of counting. The full pieces are counted once; the last piece is counted several times to find the end. */
const PIECE_CHARACTERS = 1_000;

/** Beginning of a text with at most this many tokens. */
function beginningOf(text: string, tokens: number): string {
  let begin = 0;
  let left = tokens;
  for (;;) {
    const here = countTokens(text.slice(begin, begin + PIECE_CHARACTERS));
    if (here > left || begin + PIECE_CHARACTERS >= text.length) break;
    left -= here;
    begin += PIECE_CHARACTERS;
  }
  let low = 0;
  let high = Math.min(PIECE_CHARACTERS, text.length - begin);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(text.slice(begin, begin + middle)) <= left) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, begin + low);
}

function usageOf(
  { prompt }: LanguageModelV4CallOptions,
  content: readonly LanguageModelV4Content[],
  textTokens: number,
): LanguageModelV4Usage {
  let input = 0;
  for (const text of textsOf(prompt)) input += countTokens(text);
  let text = textTokens;
  let reasoning = 0;
  for (const part of content) {
    if (part.type === 'tool-call') text += countTokens(part.input);
    if (part.type === 'reasoning') reasoning += countTokens(part.text);
  }
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text + reasoning, text, reasoning },
  };
}
