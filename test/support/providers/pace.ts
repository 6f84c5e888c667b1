import { setTimeout as sleep } from 'node:timers/promises';
import { SEED } from '../../../src/models/seed/seed-catalogue.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import type { Reply } from './fake-provider.ts';

/** `QUICK` imitates a real provider in hundredths, `REAL` takes as long as a real one may. */
export type Pace = 'QUICK' | 'REAL';

/** How long a model takes. */
export interface Times {
  /** Before the answer begins. */
  readonly firstMs: number;
  readonly betweenMs: number;
  /** In the middle of a streamed answer, beside that. */
  readonly pauseMs: number;
  /** Between signs of life before the answer begins. */
  readonly keepsAliveMs: number;
}

const QUICK: Times = { firstMs: 20, betweenMs: 1, pauseMs: 0, keepsAliveMs: 5 };

/** Times of a model. In `REAL` time it stays well below the limits of each task that it works for, or of all tasks. */
export function timesOf(pace: Pace, provider: CalledProvider, model: string): Times {
  if (pace === 'QUICK') return QUICK;
  const id = `${provider}/${model}`;
  const names = SEED.slots
    .filter(({ preferred, alternates, economy }) => [preferred, ...alternates, economy].includes(id))
    .map(({ name }) => name);
  const tasks = SEED.tasks.filter(({ slot }) => names.includes(slot));
  const limits = (tasks.length > 0 ? tasks : SEED.tasks).map(({ timeouts }) => timeouts);
  return {
    firstMs: 0.6 * Math.min(...limits.map((one) => one.firstTokenMs)),
    betweenMs: 30,
    pauseMs: 0.5 * Math.min(...limits.map((one) => one.idleMs)),
    keepsAliveMs: 3_000,
  };
}

/** A pause that keeps no process from its end. */
const pause = (forMs: number) => sleep(forMs, undefined, { ref: false });

/** DeepSeek sends the headers at once and shows signs of life until the answer begins. The others send nothing before it. */
export async function paced(reply: Reply, times: Times, keepsAlive: boolean): Promise<Reply> {
  if (!keepsAlive) await pause(times.firstMs);
  return { ...reply, chunks: chunksOf(reply, times, keepsAlive) };
}

async function* chunksOf({ chunks = [], headers }: Reply, times: Times, keepsAlive: boolean) {
  if (keepsAlive) {
    const isStreamed = headers?.['content-type']?.startsWith('text/event-stream') === true;
    for (let leftMs = times.firstMs; leftMs > 0; leftMs -= times.keepsAliveMs) {
      yield isStreamed ? ': keep-alive\n\n' : '\n';
      await pause(Math.min(leftMs, times.keepsAliveMs));
    }
  }
  let at = 0;
  for await (const chunk of chunks) {
    if (at > 0) await pause(times.betweenMs);
    if (at === 2) await pause(times.pauseMs);
    yield chunk;
    at++;
  }
}
