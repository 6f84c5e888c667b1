import type { EntityManager } from '@mikro-orm/postgresql';
import type { BackgroundWork } from '../feature.ts';
import type { Principal } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Plan } from './plan.ts';

/** Account that pays for a call. The service account pays for calls that no customer pays for. */
export interface Account {
  /** Id of the form `cus_…`, also for the service account. */
  readonly id: string;
  readonly isOwnUse: boolean;
  readonly plan: Plan;
  /** Id of the API key that made the call. Null without a key. */
  readonly keyId: string | null;
  /** Names of the tasks that the key can run. Null: all tasks. */
  readonly tasks: readonly string[] | null;
}

/** Spending and limits of an account in the current month, in micros of USD. */
export interface Money {
  readonly spentMicros: number;
  /** Amount reserved for calls in progress, plus the upper bound of ended calls whose cost is unknown. */
  readonly reservedMicros: number;
  /** Part of `reservedMicros` that is never released: the upper bound of ended calls whose cost is unknown. */
  readonly uncertainMicros: number;
  /** Soft cap of the month. Null: no soft cap. */
  readonly softCapMicros: number | null;
  /** Hard limit of the month. Null: no hard limit, the default. */
  readonly hardLimitMicros: number | null;
}

/** Request to reserve an amount before a call. */
export interface Reservation {
  /** Id of the run that makes the call. Each run has one reservation. */
  readonly runId: string;
  readonly accountId: string;
  readonly keyId: string | null;
  /** Maximum cost of the call, in micros of USD. Null if unknown; an account with a hard limit then refuses the call. */
  readonly micros: number | null;
  /**
   * Maximum duration of the call in milliseconds. When it has passed on the monotonic clock of the process that reserved the
   * amount, this process leaves the call to the sweep. Before that, the call is only swept if the process is dead.
   */
  readonly lifetimeMs: number;
  /** Data to record the call if its process dies. Stored unchanged and returned by the sweep. */
  readonly note: Readonly<Record<string, unknown>>;
}

/** Remaining calls of an API key in the current minute. */
export interface CallsLeft {
  readonly most: number;
  readonly left: number;
  /** Whole seconds until all calls of the minute are available again. 0 if no call was made in this minute. */
  readonly secondsLeft: number;
}

export type ReserveResult =
  /**
   * `isPastSoftCap`: with this reservation, spent and reserved amounts exceed the soft cap. `isLimited`: the account or key has a
   * limit, so the call must not cost more than was reserved.
   */
  | { readonly isReserved: true; readonly money: Money; readonly isPastSoftCap: boolean; readonly isLimited: boolean }
  | {
      readonly isReserved: false;
      /** `NO_ACCOUNT`: the account doesn’t exist or is suspended, or the key isn’t valid any more. */
      readonly why: 'HARD_LIMIT' | 'KEY_LIMIT' | 'PRICE_UNKNOWN' | 'RATE_LIMITED' | 'NO_ACCOUNT';
      readonly money: Money | null;
      /**
       * Seconds after which a later request can succeed, because calls in progress have reserved the rest or the minute’s calls
       * are used up. Null if waiting doesn’t help.
       */
      readonly retryAfterSeconds: number | null;
    };

/**
 * Final cost of a call: an element of the JSON array that `settle_usage(jsonb)` takes. Idempotent by `runId`: only the first
 * settlement counts. The function returns an array of `{runId, isCounted}` in the same order.
 * PostgreSQL skips a SELECT in a `with` that no other part reads. The statement that writes the runs must therefore end in
 * `select settle_usage($1)`, with the inserts in its `with`.
 */
export interface Settlement {
  readonly runId: string;
  readonly accountId: string;
  readonly keyId: string | null;
  /** Cost of the call. Null if unknown: the call then counts as one of unknown cost, never as 0. */
  readonly costMicros: number | null;
  /**
   * Upper bound of what the provider possibly billed beyond the cost. It counts against limits and is never charged. Null if no
   * bound is known; then the reserved amount counts.
   */
  readonly possibleMicros: number | null;
  /** True if this service calculated the cost because the provider didn’t report it. */
  readonly isEstimated: boolean;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly task: string;
  readonly model: string | null;
}

/** API of this feature for features that depend on customers. */
export interface CustomersApi {
  /**
   * Account that pays for the caller’s model calls.
   * @throws Refusal CUSTOMER_SUSPENDED
   */
  accountOf(ctx: Context): Promise<Account>;
  /** True if the customer exists, suspended or not. */
  exists(accountId: string): Promise<boolean>;
  /**
   * Checks that the customer isn’t suspended, with data at most a second old.
   * @throws Refusal CUSTOMER_SUSPENDED
   */
  assertActive(customerId: string): Promise<void>;
  /** Spending and limits of an account, at most a second old. `isReread` reads them again. */
  moneyOf(accountId: string, options?: { isReread?: boolean }): Promise<Money>;
  /**
   * Reserves an amount for a call. Concurrent reservations share one statement. Doesn’t wait until the disk has stored it: a
   * power cut that loses a reservation also ends its call.
   */
  reserve(reservation: Reservation): Promise<ReserveResult>;
  /**
   * Remaining calls per minute of the caller’s API key, from this process’s last reservation or read of the key, at most a second
   * old. Doesn’t query the database. Null for keys without such a limit and for callers without a key.
   */
  callsLeft(principal: Principal): CallsLeft | null;
  /** The call of a run if it is neither settled nor swept. Null otherwise. */
  underWay(ctx: Context, runId: string): Promise<Orphan | null>;
  /** Calls in progress of one account or of all, newest first, at most `most`. */
  allUnderWay(ctx: Context, filter: { accountId: string | null; most: number }): Promise<Orphan[]>;
  /** Total spent by each account, to compare with the stored runs. Reads in the transaction of `em`. */
  spentOfAll(em: EntityManager): Promise<{ accountId: string; spentMicros: number }[]>;
  /** Tells this feature which calls this process has settled. */
  settled(runIds: readonly string[]): void;
  /**
   * Settles calls that ended after a sweep had settled them with an unknown cost, in the transaction of `em`. Returns the ids of
   * these runs, each once; runs that weren’t swept are left out.
   */
  settleLate(em: EntityManager, settlements: readonly Settlement[]): Promise<string[]>;
  /** Name of the SQL function that settles calls. The statement that writes the runs calls it, so that both happen or neither. */
  readonly settleFunction: 'settle_usage';
  /**
   * Settles lost calls. `ended` is called with these calls and records their end in the same transaction; those that it doesn’t
   * settle get an unknown cost. Returns the number of lost calls.
   */
  sweep(ctx: Context, ended: OrphanHandler): Promise<number>;
  /** Background work that settles lost calls every ten seconds. */
  sweeper(ended: OrphanHandler): BackgroundWork;
}

/**
 * Records lost calls, in the transaction of `ctx`. It can settle them with a cost; all others are then settled with an unknown
 * cost.
 */
export type OrphanHandler = (ctx: Context, orphans: readonly Orphan[]) => Promise<void>;

/** Id of the service account, which pays for calls that no customer pays for. */
export const OWN_USE_ID = 'cus_00000000000000000000000000';

/** True if spent and reserved amounts have reached the soft cap, so that the next call that costs anything exceeds it. */
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
