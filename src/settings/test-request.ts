import { type Dispatcher, fetch } from 'undici';

/** A render that there never is: of whoever is let in, it is answered that there is none. */
const PATH = '/api/integrations/cinema/render/rnd_00000000000000000000000000';
const TIMEOUT_MS = 10_000;

/** What came of asking our own door. */
export interface TestRequestOutcome {
  readonly url: string;
  /** Null when nothing was answered. */
  readonly status: number | null;
  readonly durationMs: number;
}

/**
 * Asks the door of the integrations as an integration does: at the public address, through whatever stands before the
 * service, with the secret. Changes nothing there. No redirect is followed, so that the secret goes nowhere else.
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
