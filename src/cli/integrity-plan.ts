import { UsageError } from '../platform/command-line/exit.ts';

export interface IntegrityOptions {
  repair: boolean;
  /** Time limit of the command as a duration, e.g. `10m`. */
  for?: string;
  /** Minimum age of files that no row refers to, as a duration, e.g. `24h`. Younger ones aren't reported. */
  grace: string;
  /** Names of the integrity checks to run, separated by commas. Default: all. */
  only?: string;
  /** First two hex digits of the digests with which the check of stored bytes starts. */
  from?: string;
  hash: boolean;
  json: boolean;
}

/** Integrity checks to run, and their time limit. */
export interface IntegrityPlan {
  repairs: boolean;
  timeMs: number;
  graceMs: number;
  /** Names of the integrity checks to run, separated by commas. Default: all. */
  only: string | undefined;
  /** Part of the blob store that is checked first, one of 256. */
  firstPart: number;
  hashes: boolean;
  json: boolean;
}

/**
 * Minimum of the option `grace` in milliseconds: longer than any write takes from storing bytes to inserting their row, including
 * a database outage in between.
 */
const LEAST_GRACE_MS = 10 * 60_000;

/**
 * Makes a plan from the command's options. This file doesn't import the integrity checks, because they load the whole service.
 * @throws UsageError for an invalid option
 */
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

/**
 * Part of the blob store that is checked first. Without the option `from`, a run with a time limit starts at a random part, so
 * that repeated runs cover all parts; other runs start at part 0.
 */
function firstPartOf({ from, for: time }: IntegrityOptions): number {
  if (from === undefined) return time === undefined ? 0 : Math.floor(Math.random() * 256);
  if (!/^[0-9a-f]{2}$/.test(from))
    throw new UsageError('--from must be the first two hex digits of the digests to start at, e.g. 7f.');
  return Number.parseInt(from, 16);
}
