import type { SentRequest } from '../strict/index.ts';
import {
  type Answer,
  CREATED,
  halves,
  hasText,
  MODEL,
  named,
  piecesOf,
  usageOf,
  type Writer,
  wordsOf,
} from './answer.ts';

interface Item {
  readonly done: Record<string, unknown>;
  /** As it begins. */
  readonly added: Record<string, unknown>;
  /** Events between its beginning and its end, without the place of the item. */
  readonly between: readonly [type: string, value: object][];
}

interface Flavour {
  readonly idOf: (at: number) => string;
  readonly usage: (answer: Answer) => object;
  readonly more: object;
}

const TEXT_PART = { type: 'output_text', annotations: [], logprobs: [] };

function itemsOf(answer: Answer, request: SentRequest | undefined, { idOf }: Flavour): Item[] {
  const items: Item[] = [];
  const isEncrypted = JSON.stringify(request?.body?.include ?? []).includes('reasoning.encrypted_content');
  if (answer.reasoning !== undefined) {
    const id = 'rs_1';
    const summary = [{ type: 'summary_text', text: answer.reasoning }];
    const head = { type: 'reasoning', id, status: 'completed' };
    items.push({
      added: { ...head, summary: [], status: 'in_progress' },
      done: { ...head, summary, ...(isEncrypted && { encrypted_content: 'gAAAAABstand-in' }) },
      between: [
        ['response.reasoning_summary_part.added', { summary_index: 0, part: { type: 'summary_text', text: '' } }],
        ...halves(answer.reasoning).map((delta): [string, object] => [
          'response.reasoning_summary_text.delta',
          { summary_index: 0, delta },
        ]),
        ['response.reasoning_summary_text.done', { summary_index: 0, text: answer.reasoning }],
        ['response.reasoning_summary_part.done', { summary_index: 0, part: summary[0]! }],
      ],
    });
  }
  if (hasText(answer) || answer.refusal !== undefined) items.push(messageOf(answer));
  for (const [at, call] of (answer.calls ?? []).entries()) {
    const callId = call.id ?? idOf(at);
    const text = JSON.stringify(call.arguments);
    const head = { type: 'function_call', id: `fc_${at}`, call_id: callId, name: call.name };
    items.push({
      added: { ...head, arguments: '', status: 'in_progress' },
      done: { ...head, arguments: text, status: 'completed' },
      between: [
        ...halves(text).map((delta): [string, object] => ['response.function_call_arguments.delta', { delta }]),
        ['response.function_call_arguments.done', { arguments: text }],
      ],
    });
  }
  return items;
}

function messageOf(answer: Answer): Item {
  const head = { type: 'message', id: 'msg_1', role: 'assistant' };
  if (answer.refusal !== undefined) {
    const part = { type: 'refusal', refusal: answer.refusal };
    return {
      added: { ...head, status: 'in_progress', content: [] },
      done: { ...head, status: 'completed', content: [part] },
      between: [
        ...halves(answer.refusal).map((delta): [string, object] => [
          'response.refusal.delta',
          { content_index: 0, delta },
        ]),
        ['response.refusal.done', { content_index: 0, refusal: answer.refusal }],
      ],
    };
  }
  const text = wordsOf(answer);
  const annotations = (answer.sources ?? []).map(({ url, title }) => ({ type: 'url_citation', url, title }));
  const part = { ...TEXT_PART, text, annotations };
  return {
    added: { ...head, status: 'in_progress', content: [] },
    done: { ...head, status: 'completed', content: [part] },
    between: [
      ['response.content_part.added', { content_index: 0, part: { ...TEXT_PART, text: '' } }],
      ...piecesOf(answer).map((delta): [string, object] => [
        'response.output_text.delta',
        { content_index: 0, delta, logprobs: [] },
      ]),
      ...annotations.map((annotation, at): [string, object] => [
        'response.output_text.annotation.added',
        { content_index: 0, annotation_index: at, annotation },
      ]),
      ['response.output_text.done', { content_index: 0, text, logprobs: [] }],
      ['response.content_part.done', { content_index: 0, part }],
    ],
  };
}

function writer(flavour: Flavour): Writer {
  const response = (answer: Answer, status: string, output: object[], usage: object | null) => ({
    id: 'resp_1',
    object: 'response',
    created_at: CREATED,
    status,
    ...(status === 'incomplete' && {
      incomplete_details: { reason: answer.ending === 'FILTER' ? 'content_filter' : 'max_output_tokens' },
    }),
    model: answer.model ?? MODEL,
    output,
    store: false,
    ...flavour.more,
    usage,
  });
  const statusOf = ({ ending }: Answer) => (ending === undefined ? 'completed' : 'incomplete');
  return {
    endings: 1,
    whole: (answer, request) =>
      response(
        answer,
        statusOf(answer),
        itemsOf(answer, request, flavour).map(({ done }) => done),
        flavour.usage(answer),
      ),
    events: (answer, request) => {
      const items = itemsOf(answer, request, flavour);
      const events: [string, object][] = [
        ['response.created', { response: response(answer, 'in_progress', [], null) }],
        ['response.in_progress', { response: response(answer, 'in_progress', [], null) }],
        ...items.flatMap(({ added, done, between }, at): [string, object][] => {
          const place = { item_id: done.id, output_index: at };
          return [
            ['response.output_item.added', { output_index: at, item: added }],
            ...between.map(([type, value]): [string, object] => [type, { ...place, ...value }]),
            ['response.output_item.done', { output_index: at, item: done }],
          ];
        }),
        [
          `response.${statusOf(answer)}`,
          {
            response: response(
              answer,
              statusOf(answer),
              items.map(({ done }) => done),
              flavour.usage(answer),
            ),
          },
        ],
      ];
      return events.map(([type, value], at) => named(type, { sequence_number: at, ...value }));
    },
  };
}

const counts = (answer: Answer) => {
  const { input, output, cachedInput, reasoning } = usageOf(answer);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cachedInput },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
};

const xai = writer({
  idOf: (at) => `call_${String(at).padStart(8, '0')}`,
  usage: (answer) => ({
    ...counts(answer),
    num_sources_used: answer.sources?.length ?? 0,
    num_server_side_tools_used: 0,
    ...(answer.usage && { cost_in_usd_ticks: 1_000_000 }),
  }),
  more: { parallel_tool_calls: true, temperature: null, top_p: null },
});
const inText = ({ refusal, ...answer }: Answer): Answer =>
  refusal === undefined ? answer : { ...answer, text: refusal };

/** xAI: numbered events, what the answer cost, and a refusal as any other text. */
export const XAI: Writer = {
  ...xai,
  whole: (answer, request) => xai.whole(inText(answer), request),
  events: (answer, request) => xai.events(inText(answer), request),
};

/** OpenAI's responses. */
export const OPENAI_RESPONSES: Writer = writer({
  idOf: (at) => `call_${String(at).padStart(24, 'a')}`,
  usage: counts,
  more: { error: null, instructions: null, parallel_tool_calls: true, service_tier: 'default', truncation: 'disabled' },
});
