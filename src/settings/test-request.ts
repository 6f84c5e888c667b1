import { type Dispatcher, fetch } from 'undici';

/** Path of a render that never exists, so that an accepted request is answered with 404. */
const PATH = '/api/integrations/cinema/render/rnd_00000000000000000000000000';
const TIMEOUT_MS = 10_000;

/** URL, HTTP status and duration of a request that tested the secret of an integration. */
export interface TestRequestOutcome {
  readonly url: string;
  /** HTTP status. Null if no response arrived. */
  readonly status: number | null;
  readonly durationMs: number;
}

/**
 * Sends a request with the secret as an integration would, to the public address of this service and through its proxies. Changes
 * nothing. Follows no redirect, so that no other server receives the secret.
 */
export async function sendTestRequest(
  publicUrl: string,
  secret: string,
  signal: AbortSignal,
  dispatcher: Dispatcher,
): Promise<TestRequestOutcome> {
  const url = `${publicUrl}${PATH}`;
  const begun = performance.now();
  const durationMs = () => Math.round(performance.now() - begun);
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${secret}`, accept: 'application/json', 'user-agent': 'Imprimatur' },
      redirect: 'manual',
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return { url, status: response.status, durationMs: durationMs() };
  } catch {
    signal.throwIfAborted();
    return { url, status: null, durationMs: durationMs() };
  }
}
