import { UsageError } from '../platform/command-line/exit.ts';

export interface IntegrityOptions {
  repair: boolean;
  /** Time limit as a duration, e.g. `10m`. */
  for?: string;
  /** Minimum age of files without a row, as a duration, e.g. `24h`. */
  grace: string;
  /** Names of checks, separated by commas. Default: all. */
  only?: string;
  /** Start of the first digests, two hex digits. */
  from?: string;
  hash: boolean;
  json: boolean;
}

/** Checks to run, and their time limit. */
export interface IntegrityPlan {
  repairs: boolean;
  timeMs: number;
  graceMs: number;
  /** Names of checks, separated by commas. Default: all. */
  only: string | undefined;
  /** First of the 256 parts of the store. */
  firstPart: number;
  hashes: boolean;
  json: boolean;
}

/**
 * Minimum of `grace`: longer than any write takes from storing bytes to inserting their row, including a database outage in
 * between.
 */
const LEAST_GRACE_MS = 10 * 60_000;

/** In its own file, since the checks load the whole service. @throws UsageError */
export function integrityPlan(options: IntegrityOptions): IntegrityPlan {
  const timeMs = options.for === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(options.for, '--for');
  const graceMs = millisecondsOf(options.grace, '--grace');
  if (graceMs < LEAST_GRACE_MS) {
    throw new UsageError(
      '--grace must be at least 10m: the database row of a new file is written shortly after the file.',
    );
  }
  const { repair, only, hash, json } = options;
  return { repairs: repair, timeMs, graceMs, only, firstPart: firstPartOf(options), hashes: hash, json };
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function millisecondsOf(text: string, option: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new UsageError(`${option} must be a time with a unit, such as 30s, 10m, 24h or 7d.`);
  return Number(amount) * UNITS[unit as keyof typeof UNITS];
}

/** A run with a time limit starts at a random part, so that repeated runs cover all parts. */
function firstPartOf({ from, for: time }: IntegrityOptions): number {
  if (from === undefined) return time === undefined ? 0 : Math.floor(Math.random() * 256);
  if (!/^[0-9a-f]{2}$/.test(from))
    throw new UsageError('--from must be the first two hex digits of the digests to start at, e.g. 7f.');
  return Number.parseInt(from, 16);
}
