import type { SentRequest } from '../strict/index.ts';
import {
  type Answer,
  type AnsweredCall,
  CREATED,
  data,
  halves,
  hasText,
  MODEL,
  type Oddity,
  piecesOf,
  shortId,
  usageOf,
  type Writer,
  wordsOf,
} from './answer.ts';

const DONE = 'data: [DONE]\n\n';

interface Flavour {
  readonly idOf: (at: number) => string;
  /** Members of every answer and piece beside id, object, created and model. */
  readonly head?: (answer: Answer) => object;
  readonly usage: (answer: Answer) => object;
  readonly message: (answer: Answer, calls: object[]) => object;
  /** Pieces of what is said, without calls. */
  readonly deltas: (answer: Answer) => object[];
  /** Pieces of the calls. */
  readonly callDeltas: (call: AnsweredCall, at: number, answer: Answer) => object[];
  readonly call?: (call: AnsweredCall, at: number, answer: Answer) => object;
  /** Where the usage stands in a stream. */
  readonly usageIn: 'OWN_EVENT' | 'LAST_EVENT' | 'EVERY_EVENT';
  /** Members of a choice beside index, delta and the reason to end. */
  readonly choice?: object;
  readonly last?: object;
  /** Members of every streamed piece. */
  readonly each?: (answer: Answer, at: number, wantsUsage: boolean) => object;
}

const argumentsOf = (call: AnsweredCall) => JSON.stringify(call.arguments);

function reasonOf(answer: Answer): string {
  if (answer.ending === 'LENGTH') return 'length';
  if (answer.ending === 'FILTER') return 'content_filter';
  return answer.calls?.length ? 'tool_calls' : 'stop';
}

const wantsUsage = (request: SentRequest | undefined) =>
  request === undefined || request.body?.stream_options?.include_usage === true;

function writer(flavour: Flavour): Writer {
  const call =
    flavour.call ??
    ((one: AnsweredCall, at: number) => ({
      id: one.id ?? flavour.idOf(at),
      type: 'function',
      function: { name: one.name, arguments: argumentsOf(one) },
    }));
  const head = (answer: Answer, object: string) => ({
    id: 'chatcmpl-1',
    object,
    created: CREATED,
    model: answer.model ?? MODEL,
    ...flavour.head?.(answer),
  });
  return {
    endings: flavour.usageIn === 'OWN_EVENT' ? 3 : 2,
    whole: (answer) => ({
      ...head(answer, 'chat.completion'),
      choices: [
        {
          index: 0,
          message: flavour.message(
            answer,
            (answer.calls ?? []).map((one, at) => call(one, at, answer)),
          ),
          ...flavour.choice,
          finish_reason: reasonOf(answer),
        },
      ],
      usage: flavour.usage(answer),
    }),
    events: (answer, request) => {
      const isAsked = flavour.usageIn !== 'OWN_EVENT' || wantsUsage(request);
      const usage = { usage: flavour.usage(answer) };
      const chunk = (choices: object[], at: number, more: object = {}) =>
        data({
          ...head(answer, 'chat.completion.chunk'),
          choices,
          ...flavour.each?.(answer, at, isAsked),
          ...(flavour.usageIn === 'EVERY_EVENT' && usage),
          ...more,
        });
      const deltas = [
        ...flavour.deltas(answer),
        ...(answer.calls ?? []).flatMap((one, at) => flavour.callDeltas(one, at, answer)),
      ];
      return [
        ...deltas.map((delta, at) => chunk([{ index: 0, delta, ...flavour.choice, finish_reason: null }], at)),
        chunk(
          [{ index: 0, delta: flavour.last ?? {}, ...flavour.choice, finish_reason: reasonOf(answer) }],
          deltas.length,
          flavour.usageIn === 'LAST_EVENT' ? usage : {},
        ),
        ...(flavour.usageIn === 'OWN_EVENT' && isAsked ? [chunk([], deltas.length + 1, usage)] : []),
        DONE,
      ];
    },
  };
}

const openAiUsage = (answer: Answer) => {
  const { input, output, cachedInput, cacheWrite, reasoning } = usageOf(answer);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cachedInput,
      ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
};

/** A call's name first, its arguments in pieces after it. */
const inPieces = (call: AnsweredCall, at: number, id: string) => [
  {
    tool_calls: [{ index: at, id: call.id ?? id, type: 'function', function: { name: call.name, arguments: '' } }],
  },
  ...halves(argumentsOf(call)).map((piece) => ({ tool_calls: [{ index: at, function: { arguments: piece } }] })),
];

const openAiId = (at: number) => `call_${String(at).padStart(24, 'a')}`;
/** Of another length each time, so that the size of an event doesn't tell what it says. */
const OBFUSCATION = 'xK3pQ9vT2mZ7';

/** OpenAI: null fields for what there is none of, random letters in each event, and the usage in an event of its own. */
export const OPENAI: Writer = writer({
  idOf: openAiId,
  head: () => ({ service_tier: 'default', system_fingerprint: null }),
  usage: openAiUsage,
  choice: { logprobs: null },
  message: (answer, calls) => ({
    role: 'assistant',
    content: answer.refusal !== undefined || !hasText(answer) ? null : wordsOf(answer),
    refusal: answer.refusal ?? null,
    annotations: (answer.sources ?? []).map(({ url, title }) => ({
      type: 'url_citation',
      url_citation: { url, title, start_index: 0, end_index: 1 },
    })),
    ...(calls.length > 0 && { tool_calls: calls }),
  }),
  deltas: (answer) =>
    answer.refusal === undefined
      ? [
          { role: 'assistant', content: answer.calls?.length && !hasText(answer) ? null : '', refusal: null },
          ...piecesOf(answer).map((content) => ({ content })),
        ]
      : [{ role: 'assistant', content: null, refusal: '' }, ...halves(answer.refusal).map((refusal) => ({ refusal }))],
  callDeltas: (call, at) => inPieces(call, at, openAiId(at)),
  usageIn: 'OWN_EVENT',
  each: (_, at, isAsked) => ({
    ...(isAsked && { usage: null }),
    obfuscation: OBFUSCATION.slice(0, 1 + (at % OBFUSCATION.length)),
  }),
});

/** DeepSeek: what it thinks beside what it says, and hits of the cache. */
export const DEEPSEEK: Writer = writer({
  idOf: (at) => `call_0${at}_${String(at).padStart(20, 'd')}`,
  head: () => ({ system_fingerprint: 'fp_stand_in' }),
  usage: (answer) => {
    const { input, output, cachedInput, reasoning } = usageOf(answer);
    return {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cachedInput },
      ...(reasoning > 0 && { completion_tokens_details: { reasoning_tokens: reasoning } }),
      prompt_cache_hit_tokens: cachedInput,
      prompt_cache_miss_tokens: input - cachedInput,
    };
  },
  choice: { logprobs: null },
  message: (answer, calls) => ({
    role: 'assistant',
    content: wordsOf(answer),
    ...(answer.reasoning !== undefined && { reasoning_content: answer.reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }),
  deltas: (answer) => [
    answer.reasoning === undefined
      ? { role: 'assistant', content: '' }
      : { role: 'assistant', content: null, reasoning_content: '' },
    ...halves(answer.reasoning ?? '').map((piece) => ({ content: null, reasoning_content: piece })),
    ...piecesOf(answer).map((content) => ({
      content,
      ...(answer.reasoning !== undefined && { reasoning_content: null }),
    })),
  ],
  callDeltas: (call, at) => inPieces(call, at, `call_0${at}_${String(at).padStart(20, 'd')}`),
  usageIn: 'LAST_EVENT',
  last: { content: '' },
});

/** Mistral: whole calls in one event, and contents as lists when it thinks. */
export const MISTRAL: Writer = writer({
  idOf: shortId,
  usage: (answer) => {
    const { input, output, cachedInput } = usageOf(answer);
    return {
      prompt_tokens: input,
      total_tokens: input + output,
      completion_tokens: output,
      ...(cachedInput > 0 && { num_cached_tokens: cachedInput, prompt_tokens_details: { cached_tokens: cachedInput } }),
    };
  },
  message: (answer, calls) => ({
    role: 'assistant',
    content:
      answer.reasoning === undefined ? wordsOf(answer) : [thinking(answer.reasoning), textChunk(wordsOf(answer))],
    tool_calls: calls.length > 0 ? calls : null,
    prefix: false,
  }),
  call: (call, at) => mistralCall(call, at),
  deltas: (answer) => [
    { role: 'assistant', content: '' },
    ...(answer.reasoning === undefined ? [] : [{ content: [thinking(answer.reasoning)] }]),
    ...piecesOf(answer).map((piece) => ({ content: answer.reasoning === undefined ? piece : [textChunk(piece)] })),
  ],
  callDeltas: (call, at) => [{ content: '', tool_calls: [mistralCall(call, at)] }],
  usageIn: 'LAST_EVENT',
  last: { content: '' },
});

const mistralCall = (call: AnsweredCall, at: number) => ({
  id: call.id ?? shortId(at),
  function: { name: call.name, arguments: argumentsOf(call) },
  index: at,
});
const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
const textChunk = (text: string) => ({ type: 'text', text });

const COST = { input_tokens_cost: 0, output_tokens_cost: 0.000_1, request_cost: 0.006, total_cost: 0.006_1 };

/** Perplexity: sources and usage in every event, and all that was said so far beside each piece. */
export const PERPLEXITY: Writer = writer({
  idOf: openAiId,
  head: (answer) => ({
    citations: sourcesOf(answer).map(({ url }) => url),
    search_results: sourcesOf(answer).map(({ url, title, date, snippet }) => ({
      title,
      url,
      date,
      last_updated: date,
      snippet,
      source: 'web',
    })),
  }),
  usage: (answer) => {
    const { input, output, reasoning } = usageOf(answer);
    return {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      search_context_size: 'low',
      ...(reasoning > 0 && { reasoning_tokens: reasoning }),
      ...(answer.usage && { cost: COST }),
    };
  },
  message: (answer) => ({ role: 'assistant', content: wordsOf(answer) }),
  deltas: (answer) => [
    { role: 'assistant', content: '' },
    ...piecesOf(answer).map((content) => ({ role: 'assistant', content })),
  ],
  callDeltas: () => [],
  usageIn: 'EVERY_EVENT',
  last: { role: 'assistant', content: '' },
});

const LAW = {
  url: 'https://example.org/law',
  title: 'The law',
  date: '2026-03-04',
  snippet: 'Whoever lends a thing hands it over.',
};
const sourcesOf = ({ sources }: Answer) => sources ?? [LAW];

const ownId = (at: number, answer: Answer) => (has(answer, 'NUMBERED_CALLS') ? `call_${at}` : `chatcmpl-tool-${at}`);
const has = (answer: Answer, oddity: Oddity) => answer.oddities?.includes(oddity) === true;

/** A call without arguments, as servers write it. */
function ownArguments(call: AnsweredCall, answer: Answer): { arguments?: string } {
  const isBare = Object.keys(call.arguments).length === 0;
  if (isBare && has(answer, 'NO_ARGUMENTS')) return {};
  return { arguments: isBare && has(answer, 'EMPTY_ARGUMENTS') ? '' : argumentsOf(call) };
}

/** A server of OpenAI's dialect, with the oddities that the answer asks for. */
export const OWN: Writer = writer({
  idOf: (at) => `chatcmpl-tool-${at}`,
  usage: (answer) => {
    const { input, output, cachedInput } = usageOf(answer);
    return {
      prompt_tokens: input,
      total_tokens: input + output,
      completion_tokens: output,
      prompt_tokens_details: cachedInput > 0 ? { cached_tokens: cachedInput } : null,
    };
  },
  message: (answer, calls) => ({
    role: 'assistant',
    content: hasText(answer) ? wordsOf(answer) : null,
    ...(answer.reasoning !== undefined && { reasoning_content: answer.reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }),
  call: (call, at, answer) => ({
    id: call.id ?? ownId(at, answer),
    type: 'function',
    function: { name: call.name, ...ownArguments(call, answer) },
  }),
  deltas: (answer) => {
    const role = has(answer, 'EMPTY_ROLE') ? { role: '' } : {};
    return [
      { role: has(answer, 'EMPTY_ROLE') ? '' : 'assistant', content: '' },
      ...halves(answer.reasoning ?? '').map((piece) => ({ ...role, reasoning_content: piece })),
      ...piecesOf(answer).map((content) => ({ ...role, content })),
    ];
  },
  callDeltas: (call, at, answer) => {
    const place = has(answer, 'NO_INDEX') ? {} : { index: at };
    const role = has(answer, 'EMPTY_ROLE') ? { role: '' } : {};
    const id = call.id ?? ownId(at, answer);
    // Servers that leave the index out send each call whole.
    return [
      {
        ...role,
        tool_calls: [{ ...place, id, type: 'function', function: { name: call.name, ...ownArguments(call, answer) } }],
      },
    ];
  },
  usageIn: 'OWN_EVENT',
});
