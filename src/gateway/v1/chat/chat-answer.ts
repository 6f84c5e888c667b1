import type { TokenUsage } from '../../../models/index.ts';
import type { BegunRun, Citation, CompletedRun, EndedRun, ToolCall } from '../../runs/run-task.ts';
import { modelOf, runFacts } from '../answer-headers.ts';
import { cacheUsage } from '../cache-marks.ts';
import { type DocumentAnnotation, documentAnnotationsOf } from '../document-annotations.ts';
import { withNotice } from '../withheld-call-notice.ts';

/** `finish_reason` of OpenAI's API. A refusal ends with `stop`, since clients throw for `content_filter` before they read it. */
export function finishReasonOf({ finishReason }: EndedRun, hasToolCalls: boolean, hasRefusal: boolean): string {
  if (hasRefusal) return 'stop';
  if (hasToolCalls && (finishReason === 'stop' || finishReason === 'other')) return 'tool_calls';
  switch (finishReason) {
    case 'tool-calls':
      return 'tool_calls';
    case 'content-filter':
      return 'content_filter';
    case 'length':
      return 'length';
    default:
      return 'stop';
  }
}

/** Token usage in OpenAI's format. Null if the provider didn't report it, since 0 would be wrong. */
export function usageOf({ inputTokens, outputTokens, reasoningTokens, ...usage }: TokenUsage) {
  const cache = cacheUsage(usage);
  if (inputTokens === null || outputTokens === null) return null;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cache && { prompt_tokens_details: cache }),
    ...(reasoningTokens !== null && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}

export const idOf = (run: BegunRun) => `chatcmpl-${run.id}`;
export const createdOf = ({ startedAt }: BegunRun) => Math.floor(startedAt.getTime() / 1_000);

/** Providers don't report the place of a source in the text, so it is cited for all text so far. */
export function annotationOf({ url, title }: Citation, textLength: number) {
  return { type: 'url_citation', url_citation: { url, title: title ?? url, start_index: 0, end_index: textLength } };
}

export function documentAnnotationOf({ url, title, start_index, end_index, imprimatur }: DocumentAnnotation) {
  return { type: 'url_citation', url_citation: { url, title, start_index, end_index }, imprimatur };
}

/** The body of a complete answer. */
export function chatCompletion(run: CompletedRun, warnings: readonly string[]): string {
  const { refusal = null, reasoning, toolCalls, citations } = run;
  const text = withNotice(run.text, run.outward);
  const usage = usageOf(run.usage);
  const annotations = [
    ...citations.map((citation) => annotationOf(citation, run.text.length)),
    ...documentAnnotationsOf(run).map(documentAnnotationOf),
  ];
  return JSON.stringify({
    id: idOf(run),
    object: 'chat.completion',
    created: createdOf(run),
    model: modelOf(run),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && (toolCalls.length > 0 || refusal !== null) ? null : text,
          refusal,
          ...(reasoning !== '' && { reasoning_content: reasoning }),
          ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(toolCallOf) }),
          ...(annotations.length > 0 && { annotations }),
        },
        logprobs: null,
        finish_reason: finishReasonOf(run, toolCalls.length > 0, refusal !== null),
      },
    ],
    ...(usage && { usage }),
    imprimatur: runFacts(run, run, warnings, citations),
  });
}

function toolCallOf({ id, name, argumentsText }: ToolCall) {
  return { id, type: 'function', function: { name, arguments: argumentsText } };
}
