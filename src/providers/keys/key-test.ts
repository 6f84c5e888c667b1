import { CallWatch } from '../calls/call-watch.ts';
import { failureOf, failureOfStatus } from '../calls/failure-mapping.ts';
import type { CallTarget } from '../calls/model-routes.ts';
import type { CalledProvider } from '../calls/packages.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';

/** Timeouts that are enough for a server on another continent, and short enough for a person who waits. */
const TIMEOUTS = { connectMs: 5_000, firstTokenMs: 10_000, idleMs: 10_000, totalMs: 10_000 };
/** An answer is read until this many characters have arrived, to find the reason of a refusal. */
const MAX_WORDS = 2_000;

export interface CredentialTestResult {
  /** Null if the key was accepted. */
  failure: ProviderFailure | null;
  latencyMs: number;
}

/** Path of a free request that each provider only answers with a valid key. Customers' own servers may need no key. */
const CHEAPEST: Readonly<Record<CalledProvider, string>> = {
  openai: '/models',
  anthropic: '/models?limit=1',
  deepseek: '/models',
  mistral: '/models',
  xai: '/models',
  google: '/models?pageSize=1',
  // Perplexity's list of models needs no key. This list is of deferred requests, which this service never makes.
  perplexity: '/async/chat/completions?limit=1',
  own: '/models',
};

/** Tests a key with the cheapest request of its provider. */
export async function testKey(
  provider: CalledProvider,
  { baseUrl, apiKey, fetch }: CallTarget,
  signal: AbortSignal,
): Promise<CredentialTestResult> {
  const watch = new CallWatch(TIMEOUTS, signal, false);
  try {
    const response = await fetch(baseUrl + CHEAPEST[provider], {
      headers: headersOf(provider, apiKey ?? ''),
      signal: watch.signal,
    });
    const words = await beginningOf(response.body);
    const failure = response.ok ? null : failureOfStatus(response.status, words, watch, provider);
    return { failure: failure && ofKey(failure, words), latencyMs: since(watch) };
  } catch (error) {
    return { failure: failureOf(error, watch, provider, null), latencyMs: since(watch) };
  } finally {
    watch.end();
  }
}

/**
 * The test only sends the key, so a 403 concerns the key: it was disabled or leaked. Exceptions are a firewall's web page, and a
 * key that isn't allowed to list models.
 */
function ofKey(failure: ProviderFailure, words: string): ProviderFailure {
  if (failure.failure !== FailureClass.FORBIDDEN || failure.isPage || SCOPES.test(words)) return failure;
  const { message, statusCode } = failure;
  return new ProviderFailure(FailureClass.KEY_REFUSED, message, { statusCode });
}

const SCOPES = /missing scopes?|insufficient permissions? for this operation|restricted api key/i;

const since = ({ startedAt }: CallWatch) => Math.round(performance.now() - startedAt);

function headersOf(provider: CalledProvider, key: string): Record<string, string> {
  const accept = { accept: 'application/json' };
  if (provider === 'anthropic') return { ...accept, 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return provider === 'google' ? { ...accept, 'x-goog-api-key': key } : { ...accept, authorization: `Bearer ${key}` };
}

async function beginningOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  let words = '';
  try {
    while (words.length < MAX_WORDS) {
      const { done, value } = await reader.read();
      if (done) break;
      words += decoder.decode(value, { stream: true });
    }
    return words;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
