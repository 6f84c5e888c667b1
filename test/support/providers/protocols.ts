import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import { type Answer, WRITERS } from './answers/index.ts';
import type { Reply } from './fake-provider.ts';
import { dialectOf } from './strict/index.ts';

export { USAGE } from './answers/index.ts';

/** What a fake answers, in the documented words of one provider. */
export interface Protocol {
  /** Below the base address. */
  basePath: string;
  /** Of a call that is not streamed, and of one that is. */
  path: (model: string) => { call: string; stream: string };
  /** The header that shows the key, as it has to be. */
  key: (key: string) => Record<string, string>;
  answer: (answer: string | Answer) => object;
  /** Events of a whole answer, in the pieces given. */
  events: (answer: readonly string[] | Answer) => string[];
  /** How many events at the end say that it is over. */
  endings: number;
  errors: Record<
    'keyRefused' | 'contextLength' | 'contentFilter' | 'quota' | 'rateLimited' | 'noModel' | 'overloaded',
    Reply
  >;
  /** An error in the middle of a stream. */
  errorEvent: string;
}

export const json = (body: object, status = 200, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  chunks: [JSON.stringify(body)],
});

export const sse = (events: readonly string[], end: Reply['end'] = 'END'): Reply => ({
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  chunks: events,
  end,
});

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, value: object) => `event: ${type}\n${data({ type, ...value })}`;

const openAiError = (message: string, type: string, code: string | null) => ({
  error: { message, type, param: null, code },
});

/** What a provider has beside its answers. */
type Bearing = Omit<Protocol, 'answer' | 'events' | 'endings'>;

function likeOpenAi(extra: Partial<Bearing>): Bearing {
  return {
    basePath: '/v1',
    path: () => ({ call: '/chat/completions', stream: '/chat/completions' }),
    key: (key) => ({ authorization: `Bearer ${key}` }),
    errors: {
      keyRefused: json(
        openAiError('Incorrect API key provided: sk-***.', 'invalid_request_error', 'invalid_api_key'),
        401,
      ),
      contextLength: json(
        openAiError(
          "This model's maximum context length is 8192 tokens.",
          'invalid_request_error',
          'context_length_exceeded',
        ),
        400,
      ),
      contentFilter: json(
        openAiError('Refused by the content policy.', 'invalid_request_error', 'content_policy_violation'),
        400,
      ),
      quota: json(openAiError('You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota'), 429),
      rateLimited: json(openAiError('Rate limit reached.', 'requests', 'rate_limit_exceeded'), 429, {
        'retry-after': '2',
      }),
      noModel: json(openAiError('The model `x` does not exist.', 'invalid_request_error', 'model_not_found'), 404),
      overloaded: json(openAiError('The engine is overloaded.', 'server_error', null), 503),
    },
    errorEvent: data({ error: { message: 'The server had an error.', type: 'server_error', code: null } }),
    ...extra,
  };
}

const anthropicError = (type: string, message: string, status: number, headers: Record<string, string> = {}) =>
  json({ type: 'error', error: { type, message }, request_id: 'req_1' }, status, headers);

const anthropic: Bearing = {
  basePath: '/v1',
  path: () => ({ call: '/messages', stream: '/messages' }),
  key: (key) => ({ 'x-api-key': key }),
  errors: {
    keyRefused: anthropicError('authentication_error', 'invalid x-api-key', 401),
    contextLength: anthropicError('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum', 400),
    contentFilter: anthropicError('invalid_request_error', 'Output blocked by content filtering policy', 400),
    quota: anthropicError('invalid_request_error', 'Your credit balance is too low to access the API.', 400),
    rateLimited: anthropicError('rate_limit_error', 'This request would exceed your rate limit.', 429, {
      'retry-after': '2',
    }),
    noModel: anthropicError('not_found_error', 'model: x', 404),
    overloaded: anthropicError('overloaded_error', 'Overloaded', 529),
  },
  errorEvent: named('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
};

const googleError = (code: number, status: string, message: string, details: object[] = []) =>
  json({ error: { code, message, status, details } }, code);
const google: Bearing = {
  basePath: '/v1beta',
  path: (model) => ({
    call: `/models/${model}:generateContent`,
    stream: `/models/${model}:streamGenerateContent?alt=sse`,
  }),
  key: (key) => ({ 'x-goog-api-key': key }),
  errors: {
    keyRefused: googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]),
    contextLength: googleError(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    contentFilter: googleError(400, 'INVALID_ARGUMENT', 'The request was blocked by the safety policies.', [
      { reason: 'SAFETY' },
    ]),
    quota: googleError(402, 'FAILED_PRECONDITION', 'Billing is not active.'),
    rateLimited: googleError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan.', [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' },
    ]),
    noModel: googleError(404, 'NOT_FOUND', 'models/x is not found for API version v1beta.'),
    overloaded: googleError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  },
  errorEvent: data({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
};

const mistralError = (
  status: number,
  message: string,
  type: string,
  code: string | null,
  headers: Record<string, string> = {},
) => json({ object: 'error', message, type, param: null, code }, status, headers);

const mistral = likeOpenAi({
  errors: {
    keyRefused: json({ message: 'Unauthorized', request_id: '1' }, 401),
    contextLength: mistralError(
      400,
      'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
      'invalid_request_prompt',
      '3051',
    ),
    contentFilter: mistralError(
      400,
      'The content was flagged as unsafe by moderation.',
      'invalid_request_moderation',
      null,
    ),
    quota: json({ message: 'Payment required' }, 402),
    rateLimited: mistralError(429, 'Requests rate limit exceeded', 'rate_limited', '1300', { 'retry-after': '2' }),
    noModel: mistralError(400, 'Invalid model: x', 'invalid_model', '1500'),
    overloaded: mistralError(503, 'Service unavailable.', 'internal_server_error', '3000'),
  },
  errorEvent: data({
    object: 'error',
    message: 'Service unavailable.',
    type: 'internal_server_error',
    param: null,
    code: '3000',
  }),
});

const xaiError = (status: number, code: string, error: string, headers: Record<string, string> = {}) =>
  json({ code, error }, status, headers);

const xai: Bearing = {
  ...likeOpenAi({}),
  path: () => ({ call: '/responses', stream: '/responses' }),
  errors: {
    keyRefused: xaiError(400, 'Client specified an invalid argument', 'Incorrect API key provided: xa***y.'),
    contextLength: xaiError(
      400,
      'Client specified an invalid argument',
      "This model's maximum prompt length is 2000000 but the request contains 2100000 tokens.",
    ),
    contentFilter: xaiError(403, 'The caller does not have permission', 'Content violates usage guidelines.'),
    quota: xaiError(
      429,
      'Some resource has been exhausted',
      'Your team has either used all available credits or reached its monthly spending limit.',
    ),
    rateLimited: xaiError(429, 'Some resource has been exhausted', 'Too many requests for team.', {
      'retry-after': '2',
    }),
    noModel: xaiError(404, 'Some requested entity was not found', 'The model x does not exist.'),
    overloaded: xaiError(503, 'The service is currently unavailable', 'Service temporarily unavailable.'),
  },
  errorEvent: named('error', { code: 'server_error', message: 'Internal error', param: null, sequence_number: 3 }),
};

const deepseekError = (status: number, message: string, type: string, headers: Record<string, string> = {}) =>
  json({ error: { message, type, param: null, code: type } }, status, headers);

const deepseek = likeOpenAi({
  basePath: '',
  errors: {
    keyRefused: deepseekError(401, 'Authentication Fails, Your api key: ****abcd is invalid', 'authentication_error'),
    contextLength: deepseekError(
      400,
      "This model's maximum context length is 1048576 tokens. However, you requested 1200000 tokens.",
      'invalid_request_error',
    ),
    contentFilter: deepseekError(400, 'Content Exists Risk', 'invalid_request_error'),
    quota: deepseekError(402, 'Insufficient Balance', 'unknown_error'),
    rateLimited: deepseekError(429, 'Rate limit reached', 'rate_limit_reached', { 'retry-after': '2' }),
    noModel: deepseekError(400, 'Model Not Exist: the model x does not exist', 'invalid_request_error'),
    overloaded: deepseekError(503, 'The server is overloaded', 'service_unavailable_error'),
  },
});

const perplexityError = (status: number, message: string, type: string, headers: Record<string, string> = {}) =>
  json({ error: { message, type, code: status } }, status, headers);

const perplexity = likeOpenAi({
  basePath: '',
  errors: {
    keyRefused: {
      status: 401,
      headers: { 'content-type': 'text/html' },
      chunks: ['<html><head><title>401 Authorization Required</title></head></html>'],
    },
    contextLength: perplexityError(400, 'Your input is too long: it exceeds the context window.', 'invalid_request'),
    contentFilter: perplexityError(400, 'The content was refused by the content filter.', 'content_filter'),
    quota: perplexityError(402, 'Payment required', 'insufficient_quota'),
    rateLimited: perplexityError(429, 'Too many requests', 'rate_limit_exceeded', { 'retry-after': '2' }),
    noModel: perplexityError(
      400,
      "Invalid model 'x'. Permitted models can be found in the documentation.",
      'invalid_model',
    ),
    overloaded: perplexityError(503, 'Service unavailable', 'internal_server_error'),
  },
  errorEvent: data({ error: { message: 'Internal error', type: 'internal_server_error', code: 500 } }),
});

const BEARINGS: Readonly<Record<CalledProvider, Bearing>> = {
  openai: likeOpenAi({}),
  anthropic,
  deepseek,
  mistral,
  xai,
  google,
  perplexity,
  own: likeOpenAi({}),
};

/** By provider. */
export const PROTOCOLS = Object.fromEntries(
  (Object.keys(BEARINGS) as CalledProvider[]).map((provider) => {
    const { whole, events, endings } = WRITERS[dialectOf(provider, '') as keyof typeof WRITERS];
    return [
      provider,
      {
        ...BEARINGS[provider],
        answer: (answer: string | Answer) => whole(typeof answer === 'string' ? { text: answer } : answer),
        events: (answer: readonly string[] | Answer) => events('length' in answer ? { text: answer } : answer),
        endings,
      },
    ];
  }),
) as Readonly<Record<CalledProvider, Protocol>>;
