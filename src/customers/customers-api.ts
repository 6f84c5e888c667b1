import type { EntityManager } from '@mikro-orm/postgresql';
import type { BackgroundWork } from '../feature.ts';
import type { Principal } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Plan } from './plan.ts';

/** Who pays for a call. What no customer pays for is paid for by the house. */
export interface Account {
  /** `cus_…`; the house has a customer of its own. */
  readonly id: string;
  readonly isHouse: boolean;
  readonly plan: Plan;
  /** Of the key that was shown; null without one. */
  readonly keyId: string | null;
  /** Names of the tasks that the key may run; null: all. */
  readonly tasks: readonly string[] | null;
}

/** How an account stands this month, in micros of USD. */
export interface Money {
  readonly spentMicros: number;
  /** For calls under way, and the most that those can have cost whose cost nobody knows. */
  readonly reservedMicros: number;
  /** Of that, what no call under way releases: the part for calls of unknown cost. */
  readonly uncertainMicros: number;
  /** Null: none. */
  readonly softCapMicros: number | null;
  /** Null: none, as it is unless somebody sets one. */
  readonly hardLimitMicros: number | null;
}

/** Money set aside before a call. */
export interface Reservation {
  /** The run's: one reservation for each. */
  readonly runId: string;
  readonly accountId: string;
  readonly keyId: string | null;
  /** The most that the call can cost; null where nobody knows, which a hard limit refuses. */
  readonly micros: number | null;
  /**
   * How long the call may take. After that, by its monotonic clock, the process that reserved leaves it to the sweep. The sweep of
   * another process takes it once this one is dead, and not before.
   */
  readonly lifetimeMs: number;
  /** What is needed to tell of the call if nobody comes back: kept as it is, given back by the sweep. */
  readonly note: Readonly<Record<string, unknown>>;
}

/** How a key stands with the calls that it may make in a minute. */
export interface CallsLeft {
  readonly most: number;
  readonly left: number;
  /** Until all of them may be made again, in whole seconds; 0 where none was made. */
  readonly secondsLeft: number;
}

export type ReserveResult =
  /**
   * `isPastSoftCap`: with what was set aside now, more than the soft cap is spent or set aside. `isLimited`: the account or the
   * key has a limit, which is kept by spending no more than what was set aside.
   */
  | { readonly isReserved: true; readonly money: Money; readonly isPastSoftCap: boolean; readonly isLimited: boolean }
  | {
      readonly isReserved: false;
      /** `NO_ACCOUNT`: there is none, it is suspended, or the key is not valid any more. */
      readonly why: 'HARD_LIMIT' | 'KEY_LIMIT' | 'PRICE_UNKNOWN' | 'RATE_LIMITED' | 'NO_ACCOUNT';
      readonly money: Money | null;
      /** Null unless a later request may succeed: calls under way have reserved what is left, or the minute's calls are used up. */
      readonly retryAfterSeconds: number | null;
    };

/**
 * One of the array that `settle_usage(jsonb)` takes, as JSON. Idempotent by `runId`: the first one counts. It answers with an array
 * of `{runId, isCounted}` in the same order. PostgreSQL runs no SELECT in a `with` that nothing reads: let the statement that writes
 * the runs end in `select settle_usage($1)`, with the inserts in its `with`.
 */
export interface Settlement {
  readonly runId: string;
  readonly accountId: string;
  readonly keyId: string | null;
  /** What it cost; null where nobody knows: it is counted as a call of unknown cost, never as 0. */
  readonly costMicros: number | null;
  /**
   * What the provider may have billed beyond the cost, at most: it counts against limits and is never charged. Null where no upper
   * bound is known: then what was reserved counts.
   */
  readonly possibleMicros: number | null;
  /** Whether the cost is our own count, because the provider did not say. */
  readonly isEstimated: boolean;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly task: string;
  readonly model: string | null;
}

/** What later features may ask. */
export interface CustomersApi {
  /** Who pays for what this principal brings about. @throws Refusal for a customer that was suspended */
  accountOf(ctx: Context): Promise<Account>;
  /** Whether there is a customer of this id, suspended or not. */
  exists(accountId: string): Promise<boolean>;
  /** Whether it is one whose work is done, as of a second ago at most. @throws Refusal CUSTOMER_SUSPENDED for who is suspended */
  assertActive(customerId: string): Promise<void>;
  /** For routing: as it was at most a second ago, or as it is now. */
  moneyOf(accountId: string, options?: { isReread?: boolean }): Promise<Money>;
  /**
   * Sets money aside, in one statement for all callers that ask at the same moment. Not waited for to be on the disk: a
   * reservation that a power cut takes belongs to a call that it took as well.
   */
  reserve(reservation: Reservation): Promise<ReserveResult>;
  /**
   * How the key that was shown stands with its calls per minute: as of the last reservation that this process made for it, or of
   * the last look at the key, a second ago at most. Asks nobody. Null for keys without such a limit and for who has shown none.
   */
  callsLeft(principal: Principal): CallsLeft | null;
  /** A call that is neither settled nor swept; null where there is none of this run. */
  underWay(ctx: Context, runId: string): Promise<Orphan | null>;
  /** All of an account, or of all accounts, the newest first, at most so many. */
  allUnderWay(ctx: Context, filter: { accountId: string | null; most: number }): Promise<Orphan[]>;
  /** What each account has spent in all, for whoever keeps the calls to compare with. Read in the transaction of `em`. */
  spentOfAll(em: EntityManager): Promise<{ accountId: string; spentMicros: number }[]>;
  /** Calls that this process has settled. */
  settled(runIds: readonly string[]): void;
  /**
   * Settles calls that ended after a sweep had settled them with an unknown cost, in the transaction of `em`. Gives the runs of
   * those that were swept: each of them once, and none that was settled otherwise.
   */
  settleLate(em: EntityManager, settlements: readonly Settlement[]): Promise<string[]>;
  /** The name of the SQL function that settles, for the statement that writes the runs: both happen or neither. */
  readonly settleFunction: 'settle_usage';
  /** Takes reservations that nobody will settle any more: `ended` gets them, and is to write what became of them in the same transaction. */
  sweep(ctx: Context, ended: OrphanHandler): Promise<number>;
  /** Sweeps every ten seconds, as background work of a feature. */
  sweeper(ended: OrphanHandler): BackgroundWork;
}

/** Tells of calls that nobody will settle any more, in the transaction of `ctx`. What it does not settle is settled with an unknown cost. */
export type OrphanHandler = (ctx: Context, orphans: readonly Orphan[]) => Promise<void>;

/** The one that pays for what no customer pays for. */
export const HOUSE_ID = 'cus_00000000000000000000000000';

/** Whether the next call that costs anything goes beyond the soft cap. */
export function isPastSoftCap({ softCapMicros, spentMicros, reservedMicros }: Money): boolean {
  return softCapMicros !== null && spentMicros + reservedMicros >= softCapMicros;
}

export interface Orphan {
  readonly runId: string;
  readonly accountId: string;
  readonly keyId: string | null;
  readonly reservedMicros: number | null;
  readonly reservedAt: Date;
  readonly note: Readonly<Record<string, unknown>>;
}
