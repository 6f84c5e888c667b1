import type { TokenUsage } from '../../../models/index.ts';
import type { AdmittedRun, BegunRun, Citation, CompletedRun, EndedRun } from '../../runs/run-task.ts';
import { modelOf, runFacts } from '../answer-headers.ts';
import { cacheUsage } from '../cache-marks.ts';
import { documentAnnotationsOf } from '../document-annotations.ts';
import type { ErrorBody } from '../errors.ts';
import type { FailureFacts } from '../failure-facts.ts';
import type { Members } from '../values.ts';
import { noticeOf } from '../withheld-call-notice.ts';

export type ResponseStatus = 'in_progress' | 'completed' | 'incomplete' | 'failed';

export const itemIds = {
  message: ({ id }: BegunRun) => `msg_${id}`,
  notice: ({ id }: BegunRun) => `msg_${id}_outward`,
  reasoning: ({ id }: BegunRun, at: number) => `rs_${id}_${at}`,
  carried: ({ id }: BegunRun) => `rs_${id}_carried`,
  call: ({ id }: BegunRun, at: number) => `fc_${id}_${at}`,
};

export function messageItem(id: string, content: readonly object[], status: ResponseStatus) {
  return { id, type: 'message', status, role: 'assistant', content };
}

export function textPart(text: string, annotations: readonly object[]) {
  return { type: 'output_text', annotations, logprobs: [], text };
}

export function refusalPart(refusal: string) {
  return { type: 'refusal', refusal };
}

export function reasoningItem(id: string, text: string) {
  return { id, type: 'reasoning', summary: [{ type: 'summary_text', text }] };
}

/** Item with the reasoning that the provider needs back with the results of its tool calls. */
export function carriedItem(id: string, encrypted: string) {
  return { id, type: 'reasoning', summary: [], encrypted_content: encrypted };
}

export function callItem(id: string, callId: string, name: string, argumentsText: string, status: ResponseStatus) {
  return { id, type: 'function_call', status, call_id: callId, name, arguments: argumentsText };
}

/** Providers don't report the place of a source in the text, so it is cited for all text so far. */
export function annotationOf({ url, title }: Citation, textLength: number) {
  return { type: 'url_citation', url, title: title ?? url, start_index: 0, end_index: textLength };
}

/** Status of a response: `completed` if the answer is complete. A refusal counts as complete. */
export function statusOf({ finishReason }: EndedRun, hasRefusal: boolean): 'completed' | 'incomplete' {
  if (hasRefusal) return 'completed';
  return finishReason === 'length' || finishReason === 'content-filter' ? 'incomplete' : 'completed';
}

/** Token usage in OpenAI's format. Null if the provider didn't report it, since 0 would be wrong. */
function usageOf({ inputTokens, outputTokens, reasoningTokens, ...usage }: TokenUsage) {
  const cache = cacheUsage(usage);
  if (inputTokens === null || outputTokens === null) return null;
  return {
    input_tokens: inputTokens,
    ...(cache && { input_tokens_details: cache }),
    output_tokens: outputTokens,
    ...(reasoningTokens !== null && { output_tokens_details: { reasoning_tokens: reasoningTokens } }),
    total_tokens: inputTokens + outputTokens,
  };
}

/** Body of a response with the request's parameters, which a stream serializes once. */
export class ResponseBody {
  readonly #members: string;

  constructor(run: AdmittedRun, model: string, body: Members) {
    const members = JSON.stringify({
      id: `resp_${run.id}`,
      object: 'response',
      created_at: Math.floor(run.startedAt.getTime() / 1_000),
      model,
      background: false,
      instructions: body.instructions ?? null,
      max_output_tokens: body.max_output_tokens ?? null,
      metadata: body.metadata ?? {},
      parallel_tool_calls: body.parallel_tool_calls !== false,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      store: false,
      temperature: body.temperature ?? null,
      text: body.text ?? { format: { type: 'text' } },
      tool_choice: body.tool_choice ?? 'auto',
      tools: body.tools ?? [],
      top_p: body.top_p ?? null,
      truncation: 'disabled',
      user: body.user ?? null,
    });
    this.#members = members.slice(0, -1);
  }

  inProgress(): string {
    return `${this.#members},"status":"in_progress","error":null,"incomplete_details":null,"output":[],"usage":null}`;
  }

  /** @param status `completed` or `incomplete` */
  ended(
    run: BegunRun,
    end: EndedRun,
    status: ResponseStatus,
    output: readonly object[],
    warnings: readonly string[],
    citations: readonly Citation[],
  ): string {
    const why = end.finishReason === 'length' ? 'max_output_tokens' : 'content_filter';
    const rest = JSON.stringify({
      status,
      error: null,
      incomplete_details: status === 'incomplete' ? { reason: why } : null,
      output,
      usage: usageOf(end.usage),
      imprimatur: runFacts(run, end, warnings, citations),
    });
    return `${this.#members},${rest.slice(1)}`;
  }

  failed({ code, message, approval }: ErrorBody, output: readonly object[], facts: FailureFacts): string {
    const rest = JSON.stringify({
      status: 'failed',
      error: { code, message, ...(approval && { approval }) },
      incomplete_details: null,
      output,
      usage: null,
      imprimatur: facts,
    });
    return `${this.#members},${rest.slice(1)}`;
  }
}

/** The body of a complete answer. */
export function wholeResponse(run: CompletedRun, body: Members, warnings: readonly string[]): string {
  const { text, refusal, reasoning, toolCalls, citations } = run;
  const status = statusOf(run, refusal !== undefined);
  const annotations = [
    ...citations.map((citation) => annotationOf(citation, text.length)),
    ...documentAnnotationsOf(run),
  ];
  const content = [
    ...(text === '' && refusal !== undefined ? [] : [textPart(text, annotations)]),
    ...(refusal === undefined ? [] : [refusalPart(refusal)]),
  ];
  const output = [
    ...(reasoning === '' ? [] : [reasoningItem(itemIds.reasoning(run, 0), reasoning)]),
    ...(run.encryptedReasoning === undefined ? [] : [carriedItem(itemIds.carried(run), run.encryptedReasoning)]),
    ...(text === '' && refusal === undefined && (toolCalls.length > 0 || run.outward)
      ? []
      : [messageItem(itemIds.message(run), content, status)]),
    ...(run.outward ? [messageItem(itemIds.notice(run), [textPart(noticeOf(run.outward), [])], 'completed')] : []),
    ...toolCalls.map(({ id, name, argumentsText }, at) =>
      callItem(itemIds.call(run, at), id, name, argumentsText, 'completed'),
    ),
  ];
  return new ResponseBody(run, modelOf(run), body).ended(run, run, status, output, warnings, citations);
}
