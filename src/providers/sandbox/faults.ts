import { APICallError } from '@ai-sdk/provider';

/** What can be asked for by the last message of the user, to see what becomes of it: `sandbox:429`. */
export const FAULTS = ['429', '500', '503', 'cut', 'slow', 'stall', 'garbage', 'hang', 'filter', 'length'] as const;
export type SandboxFault = (typeof FAULTS)[number];

const SWITCH = new RegExp(`\\bsandbox:(${FAULTS.join('|')})(?:@([\\w./-]{1,120}))?(?![\\w-])`, 'gu');
/** A switch stands at the beginning of a message or at its end: nobody looks for one in a whole archive. */
const LOOKED_AT_CHARACTERS = 2_000;

/** The fault that is asked for at a deployment; `sandbox:503@openai/gpt-6.1-sol` asks it of that one only, so that another may stand in. */
export function faultIn(text: string, deployment: string): SandboxFault | null {
  const ends =
    text.length <= 2 * LOOKED_AT_CHARACTERS
      ? text
      : `${text.slice(0, LOOKED_AT_CHARACTERS)}\n${text.slice(-LOOKED_AT_CHARACTERS)}`;
  for (const [, fault, only] of ends.matchAll(SWITCH)) {
    // What ends the sentence is no part of the name.
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

/** As the packages of real providers throw it, but without the prompt. */
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

/** What undici says of a connection that ended in the middle of an answer. */
export const cutConnection = (): TypeError =>
  new TypeError('terminated', { cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }) });
