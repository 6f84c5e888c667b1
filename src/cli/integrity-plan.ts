import { UsageError } from '../platform/command-line/exit.ts';

export interface IntegrityOptions {
  repair: boolean;
  /** A duration, e.g. `10m`. */
  for?: string;
  /** A duration, too. */
  grace: string;
  /** Names of checks, separated by commas. */
  only?: string;
  /** Two hex digits. */
  from?: string;
  hash: boolean;
  json: boolean;
}

/** What is to be looked at, and for how long. */
export interface IntegrityPlan {
  repairs: boolean;
  timeMs: number;
  graceMs: number;
  /** Names of checks, separated by commas. */
  only: string | undefined;
  /** Of the 256 parts of the store. */
  firstPart: number;
  hashes: boolean;
  json: boolean;
}

/** Longer than anybody takes between the bytes and their row, a database that is away in between included. */
const LEAST_GRACE_MS = 10 * 60_000;

/** Stands apart from what looks, which loads the whole service. @throws UsageError */
export function integrityPlan(options: IntegrityOptions): IntegrityPlan {
  const timeMs = options.for === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(options.for, '--for');
  const graceMs = millisecondsOf(options.grace, '--grace');
  if (graceMs < LEAST_GRACE_MS) {
    throw new UsageError('--grace is at least 10m: what was just written gets its row soon.');
  }
  const { repair, only, hash, json } = options;
  return { repairs: repair, timeMs, graceMs, only, firstPart: firstPartOf(options), hashes: hash, json };
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function millisecondsOf(text: string, option: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new UsageError(`${option} takes a time with its unit: 30s, 10m, 24h, 7d.`);
  return Number(amount) * UNITS[unit as keyof typeof UNITS];
}

/** Runs that end before they are through begin anywhere, so that in time they have been everywhere. */
function firstPartOf({ from, for: time }: IntegrityOptions): number {
  if (from === undefined) return time === undefined ? 0 : Math.floor(Math.random() * 256);
  if (!/^[0-9a-f]{2}$/.test(from)) throw new UsageError('--from takes two hex digits, e.g. 7f.');
  return Number.parseInt(from, 16);
}
