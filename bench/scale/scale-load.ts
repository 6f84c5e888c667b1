import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../http-client.ts';
import type { RequestKind } from './kinds.ts';

/** Time between two attempts of a request. */
const RETRY_MS = 250;
/** Time after which a request counts as lost. */
const PATIENCE_MS = 90_000;
/** Code of a model call whose process died: the provider may have charged it, so it isn't repeated. */
const OUTCOME_UNKNOWN = 'idempotent_answer_lost';

/** Measurements of one kind of request. */
export interface KindResult {
  /** Milliseconds from the first attempt to the expected response. */
  readonly tookMs: number[];
  /** Second of each completed request, counted from the start of the load. */
  readonly completedAt: number[];
  /** Attempts that failed and were repeated. */
  retries: number;
  /** Results that were acknowledged, one per turn. */
  readonly acknowledged: string[];
  /** Requests of which the service reported that their outcome is unknown. */
  unknown: number;
  /** Requests without the expected response, with the last response. */
  readonly failed: string[];
}

export type LoadResult = ReadonlyMap<string, KindResult>;

/** Sends requests at fixed rates for some time. Continues numbering where an earlier load ended. */
export class ScaleLoad {
  readonly #client: HttpClient;
  readonly #kinds: readonly RequestKind[];
  readonly #next = new Map<string, number>();
  /** Factor for all rates. */
  rate = 1;

  constructor(client: HttpClient, kinds: readonly RequestKind[]) {
    this.#client = client;
    this.#kinds = kinds;
  }

  async run(seconds: number): Promise<LoadResult> {
    const began = performance.now();
    const results = new Map<string, KindResult>();
    await Promise.all(
      this.#kinds.map(async (kind) => {
        const result: KindResult = {
          tookMs: [],
          completedAt: [],
          retries: 0,
          acknowledged: [],
          unknown: 0,
          failed: [],
        };
        results.set(kind.name, result);
        const perSecond = kind.perSecond * this.rate;
        const open: Promise<void>[] = [];
        for (let count = 0; ; count++) {
          const due = began + (count / perSecond) * 1_000;
          if (due >= began + seconds * 1_000) break;
          await sleep(Math.max(0, due - performance.now()));
          const turn = this.#next.get(kind.name) ?? 0;
          this.#next.set(kind.name, turn + 1);
          open.push(this.#complete(kind, turn, began, result));
        }
        await Promise.all(open);
      }),
    );
    return results;
  }

  /** Repeats a request until it succeeds, as a client with retries does. */
  async #complete(kind: RequestKind, turn: number, began: number, result: KindResult): Promise<void> {
    const wanted = kind.request(turn);
    const asked = performance.now();
    for (;;) {
      const { status, text } = await this.#client.send(wanted);
      const now = performance.now();
      if (status === wanted.status && text.includes(wanted.contains)) {
        result.tookMs.push(now - asked);
        result.completedAt.push(Math.floor((now - began) / 1_000));
        result.acknowledged.push(kind.resultOf(turn, text));
        return;
      }
      if (status === 409 && text.includes(OUTCOME_UNKNOWN)) {
        result.unknown += 1;
        return;
      }
      if (now - asked > PATIENCE_MS || !isWorthRepeating(status)) {
        result.failed.push(`${wanted.path}: ${status} ${text.slice(0, 300)}`);
        return;
      }
      result.retries += 1;
      await sleep(RETRY_MS);
    }
  }
}

/** Lost connections, 409 (an earlier attempt is still running), 425, 429, and answers of a proxy or of a lost dependency. */
function isWorthRepeating(status: number): boolean {
  return status === 0 || [202, 409, 425, 429, 502, 503, 504].includes(status);
}

/** Seconds from 1 to `seconds` - 2 in which no request was completed. */
export function silentSeconds({ completedAt }: KindResult, seconds: number): number[] {
  const busy = new Set(completedAt);
  return Array.from({ length: Math.max(0, seconds - 2) }, (_, index) => index + 1).filter(
    (second) => !busy.has(second),
  );
}
