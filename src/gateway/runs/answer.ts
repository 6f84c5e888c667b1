import { isRefusal, type ProviderAnswer } from '../../providers/index.ts';
import type { ModelQuotation } from './citations/answer-claims.ts';
import { nativeQuotation } from './citations/native-quotation.ts';
import { OutputCount } from './content-digest.ts';
import { unfenced } from './json-fence.ts';
import { citationOf, type Finish, finishReasonOf, MAX_CITATIONS } from './run-part-reader.ts';
import type { Citation, ToolCall } from './run-task.ts';
import { NO_ARGUMENTS, signatureIn, ToolCallIds } from './tool-calls.ts';

/** Parts of a complete (not streamed) answer of a provider. */
export interface ParsedAnswer {
  readonly text: string;
  /** Omitted unless the model refuses. */
  readonly refusal?: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  /** Signatures of the tool calls, in order. Null for a tool call without one. */
  readonly signatures: readonly (string | null)[];
  readonly citations: readonly Citation[];
  /** Quotations of passages that the provider sent apart from the text. */
  readonly quotations: readonly ModelQuotation[];
  readonly finish: Finish;
  readonly output: OutputCount;
}

/**
 * Parses a complete answer.
 * @param isJson true if the answer must be JSON
 * @throws ProviderFailure if the provider reports a failure
 */
export function readAnswer({ content, finishReason, usage }: ProviderAnswer, isJson: boolean): ParsedAnswer {
  const output = new OutputCount();
  const toolCalls: ToolCall[] = [];
  const ids = new ToolCallIds();
  const signatures: (string | null)[] = [];
  const citations = new Map<string, Citation>();
  const whole = textOf(content, isJson);
  const quotations: ModelQuotation[] = [];
  let textLength = 0;
  let text = '';
  let refusal = '';
  let reasoning = '';
  const cite = (source: Parameters<typeof citationOf>[0]) => {
    const citation = citationOf(source);
    if (citation && citations.size < MAX_CITATIONS && !citations.has(citation.url))
      citations.set(citation.url, citation);
  };
  for (const part of content) {
    if (part.type === 'text' && isRefusal(part)) {
      refusal += part.text;
      output.addOther(part.text);
    } else if (part.type === 'text') {
      // Added at the first text part, so that the digest has the text in the same place as for a stream.
      if (text === '') output.addText(whole);
      text = whole;
      const range = { start: textLength, end: textLength + part.text.length };
      textLength = range.end;
      for (const one of part.citations ?? []) {
        cite(one.source);
        quotations.push(...nativeQuotation(one, range));
      }
    } else if (part.type === 'reasoning') {
      reasoning += part.text;
      output.addOther(part.text);
    } else if (part.type === 'source') {
      cite(part);
    } else if (part.type === 'tool-call' && !part.providerExecuted) {
      const argumentsText = part.input.trim() === '' ? NO_ARGUMENTS : part.input;
      toolCalls.push({ id: ids.next(part.toolCallId), name: part.toolName, argumentsText });
      signatures.push(signatureIn(part.providerMetadata));
      output.addOther(argumentsText);
    }
  }
  const finish = { finishReason: finishReasonOf(finishReason, toolCalls.length > 0), usage };
  return {
    text,
    ...(refusal !== '' && { refusal }),
    reasoning,
    toolCalls,
    signatures,
    citations: [...citations.values()],
    quotations,
    finish,
    output,
  };
}

/** Text of an answer without refusals and, if it must be JSON, without a fence around it. */
export function textOf(content: ProviderAnswer['content'], isJson: boolean): string {
  const text = content.map((part) => (part.type === 'text' && !isRefusal(part) ? part.text : '')).join('');
  return isJson ? unfenced(text) : text;
}
