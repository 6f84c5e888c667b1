import type { Comparison } from './contenders.ts';
import type { Measurement } from './load.ts';
import { markdownTable } from './markdown-table.ts';

/** Measurements by the contender's name, one per round. */
export type Rounds = ReadonlyMap<string, readonly Measurement[]>;

const HEAD = ['contender', 'req/s', 'min – max', 'p50 ms', 'p99 ms', 'ours ÷ it', 'required', 'aim'];

/**
 * The result of a comparison as a Markdown table. Ratios are taken round by round, so that a slow minute slows both sides of a
 * ratio.
 */
export function table({ contenders }: Comparison, rounds: Rounds): string {
  const first = contenders[0]!.name;
  const ours = rounds.get(first) ?? [];
  const lines = contenders.map(({ name, target }) => {
    const its = rounds.get(name) ?? [];
    const speeds = its.map((one) => one.requestsPerSecond);
    const ratios = its.map((one, round) => (ours[round]?.requestsPerSecond ?? Number.NaN) / one.requestsPerSecond);
    return [
      name,
      median(speeds).toFixed(0),
      `${Math.min(...speeds).toFixed(0)} – ${Math.max(...speeds).toFixed(0)}`,
      median(its.map((one) => one.p50Ms)).toFixed(0),
      median(its.map((one) => one.p99Ms)).toFixed(0),
      name === first
        ? ''
        : `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)})`,
      target?.required ? `≥ ${target.required.toFixed(2)}` : '',
      target ? `≥ ${target.aim.toFixed(2)}` : '',
    ];
  });
  return markdownTable(HEAD, lines);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
