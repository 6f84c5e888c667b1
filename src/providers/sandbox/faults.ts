import { APICallError } from '@ai-sdk/provider';

/** Faulty answers from documents, to test what verifies them. */
const CITING_FAULTS = ['misquote', 'number', 'phantom', 'vouch', 'prose', 'clip'] as const;

/** Faults that a user message can request, to test error handling: `sandbox:429`. */
export const FAULTS = [
  '429',
  '500',
  '503',
  'cut',
  'slow',
  'stall',
  'garbage',
  'hang',
  'filter',
  'length',
  ...CITING_FAULTS,
] as const;
export type SandboxFault = (typeof FAULTS)[number];

const SWITCH = new RegExp(`\\bsandbox:(${FAULTS.join('|')})(?:@([\\w./-]{1,120}))?(?![\\w-])`, 'gu');
/** Characters searched at the beginning and the end of a message. Requests for a fault are expected there. */
const LOOKED_AT_CHARACTERS = 2_000;

/**
 * Requested fault for a deployment. `sandbox:503@openai/gpt-6.1-sol` only affects that deployment, so that a fallback can answer.
 */
export function faultIn(text: string, deployment: string): SandboxFault | null {
  const ends =
    text.length <= 2 * LOOKED_AT_CHARACTERS
      ? text
      : `${text.slice(0, LOOKED_AT_CHARACTERS)}\n${text.slice(-LOOKED_AT_CHARACTERS)}`;
  for (const [, fault, only] of ends.matchAll(SWITCH)) {
    // Punctuation at the end isn't part of the name.
    if (only === undefined || only.replace(/[./-]+$/, '') === deployment) return fault as SandboxFault;
  }
  return null;
}

const REFUSALS = {
  '429': {
    message: 'Rate limit reached.',
    type: 'requests',
    code: 'rate_limit_exceeded',
    headers: { 'retry-after': '1' },
  },
  '500': { message: 'The server had an error.', type: 'server_error', code: null, headers: {} },
  '503': { message: 'The engine is overloaded.', type: 'server_error', code: null, headers: {} },
} as const;

/** Error as the packages of real providers throw it, without the prompt. Null for a fault that doesn't refuse the call. */
export function refusalFor(fault: SandboxFault): APICallError | null {
  if (!(fault in REFUSALS)) return null;
  const { headers, ...error } = REFUSALS[fault as keyof typeof REFUSALS];
  return new APICallError({
    message: error.message,
    url: 'sandbox:',
    requestBodyValues: {},
    statusCode: Number(fault),
    responseHeaders: { 'content-type': 'application/json', ...headers },
    responseBody: JSON.stringify({ error: { ...error, param: null } }),
    isRetryable: true,
  });
}

/** undici's error for a connection that ended during an answer. */
export const cutConnection = (): TypeError =>
  new TypeError('terminated', { cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }) });
