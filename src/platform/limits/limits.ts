import { can, isAnonymous } from '../auth/principal.ts';
import type { Context } from '../context.ts';
import type { KeyedDigest } from '../encryption/keyed-digest.ts';
import { Refusal } from '../errors/errors.ts';
import type { Permission } from '../registry.ts';
import { countedCaller } from './counted-caller.ts';
import type { Counter, CounterState } from './counter.ts';

const WINDOW_SECONDS = { minute: 60, hour: 3600, day: 24 * 3600 };

/** Rate limit: the maximum amount of something per caller and time window. */
export interface Limit {
  /** Name of the limit in responses. Never changes. */
  name: string;
  /** Returns the current maximum. */
  amount(): Promise<number>;
  /** Plural noun for the counted things, e.g. in messages. */
  of: string;
  /** Quota unit of the header `RateLimit-Policy`. Default: a count of things, usually one per request. */
  unit?: 'content-bytes';
  per: keyof typeof WINDOW_SECONDS;
  /** Permission that exempts a caller from the limit. */
  exempt: Permission;
  /**
   * `BY_ALL` adds up the usage of all processes, for anything that costs money or storage. `BY_PROCESS` counts in each process
   * alone, for anything that costs only computing time.
   */
  counted: 'BY_ALL' | 'BY_PROCESS';
}

interface ReportedLimit {
  most: number;
  windowSeconds: number;
  remaining: number;
  secondsLeft: number;
}

/**
 * Enforces rate limits of callers. Actions are counted, not requests: twenty aliases in one GraphQL request count as twenty. The
 * headers `RateLimit` and `RateLimit-Policy` report the usage in REST and GraphQL alike.
 */
export class Limits {
  readonly #counters: Record<Limit['counted'], Counter>;
  readonly #digest: KeyedDigest;

  constructor(counters: Record<Limit['counted'], Counter>, digest: KeyedDigest) {
    this.#counters = counters;
    this.#digest = digest;
  }

  /**
   * Takes amounts from all given rate limits, or from none. The subject is the caller, or another subject such as the account
   * that a sign-in targets.
   * @throws Refusal RATE_LIMITED with the time to wait, or FORBIDDEN for an amount above the limit's maximum, which counts
   * nothing
   */
  async take(ctx: Context, ...wanted: (readonly [Limit, number, subject?: string])[]): Promise<void> {
    const counted = wanted.filter(([{ exempt }, amount]) => amount > 0 && !can(ctx.principal, exempt));
    const requests = await Promise.all(
      counted.map(async ([limit, amount, subject]) => ({ limit, amount, subject, most: await limit.amount() })),
    );
    const never = requests.find(({ amount, most }) => amount > most);
    if (never) throw new Refusal('FORBIDDEN', ruleOf(ctx, never.limit, never.most));
    const taken = await Promise.all(
      requests.map(async (one) => {
        const { limit, amount, most, subject } = one;
        const windowSeconds = WINDOW_SECONDS[limit.per];
        const key = this.#keyOf(ctx, limit, subject);
        const standing = await this.#counters[limit.counted].take({ key, amount, most, windowSeconds });
        reportLimit(ctx, limit, most, standing);
        return { ...one, standing };
      }),
    );
    const refused = taken.filter(({ standing }) => !standing.isTaken);
    if (refused.length === 0) return;
    for (const { limit, amount, subject, standing } of taken) {
      if (standing.isTaken) await this.giveBack(ctx, limit, amount, subject);
    }
    // Reports the limit with the longest wait, so that another limit doesn't refuse the next attempt.
    const { limit, most, standing } = refused.reduce((a, b) =>
      a.standing.secondsLeft > b.standing.secondsLeft ? a : b,
    );
    throw new Refusal('RATE_LIMITED', ruleOf(ctx, limit, most), {
      retryAfterSeconds: Math.max(1, Math.ceil(standing.secondsLeft)),
    });
  }

  /** Takes one unit of a rate limit without reporting the usage to the caller. True if one was left or the caller is exempt. */
  async takeSilently(ctx: Context, limit: Limit): Promise<boolean> {
    if (can(ctx.principal, limit.exempt)) return true;
    const requests = { amount: 1, most: await limit.amount(), windowSeconds: WINDOW_SECONDS[limit.per] };
    return (await this.#counters[limit.counted].take({ key: this.#keyOf(ctx, limit), ...requests })).isTaken;
  }

  /** Returns an unused amount to a rate limit. */
  async giveBack(ctx: Context, limit: Limit, amount: number, subject?: string): Promise<void> {
    if (amount === 0 || can(ctx.principal, limit.exempt)) return;
    await this.#counters[limit.counted].giveBack(this.#keyOf(ctx, limit, subject), amount);
    const shown = ctx.loader(reportedLimits).get(limit);
    if (!shown) return;
    shown.remaining = Math.min(shown.most, shown.remaining + amount);
    setLimitHeaders(ctx);
  }

  async forgetEnded(): Promise<number> {
    const counts = await Promise.all(Object.values(this.#counters).map((counter) => counter.forgetEnded()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Key of a limit and subject: a keyed hash, so that stored keys reveal nothing about the subject. */
  #keyOf({ principal, address }: Context, { name }: Limit, subject = countedCaller(principal, address)): Buffer {
    return this.#digest(`${name} ${subject}`);
  }
}

function ruleOf({ principal }: Context, { of, per }: Limit, most: number): string {
  const amount = `${most.toLocaleString('en')} ${of} ${per === 'hour' ? 'an' : 'a'} ${per}`;
  return isAnonymous(principal)
    ? `Without a credential, the limit is ${amount} per address.`
    : `The limit for this credential is ${amount}.`;
}

/** Rate limits that this request has used, with their usage. Filled by `Limits`. */
function reportedLimits(): Map<Limit, ReportedLimit> {
  return new Map();
}

/** Usage of the rate limits that this request has used, each in its own unit. Empty if it has used none. */
export function limitStatusOf(ctx: Context) {
  return [...ctx.loader(reportedLimits)].map(([{ name }, { most, windowSeconds, remaining, secondsLeft }]) => ({
    name,
    most,
    remaining,
    windowSeconds,
    resetSeconds: Math.ceil(secondsLeft),
  }));
}

function reportLimit(ctx: Context, limit: Limit, most: number, { used, secondsLeft }: CounterState): void {
  const shown = { most, windowSeconds: WINDOW_SECONDS[limit.per], remaining: Math.max(0, most - used), secondsLeft };
  ctx.loader(reportedLimits).set(limit, shown);
  setLimitHeaders(ctx);
}

/**
 * Sets the headers `RateLimit` and `RateLimit-Policy`, with one item per limit, as in draft-ietf-httpapi-ratelimit-headers-10.
 */
function setLimitHeaders(ctx: Context): void {
  const all = [...ctx.loader(reportedLimits)];
  const policies = all.map(([{ name, unit }, { most, windowSeconds }]) => {
    return `"${name}";q=${most};w=${windowSeconds}${unit ? `;qu="${unit}"` : ''}`;
  });
  const states = all.map(([{ name }, { remaining, secondsLeft }]) => {
    return `"${name}";r=${remaining};t=${Math.ceil(secondsLeft)}`;
  });
  ctx.setHeader('RateLimit-Policy', policies.join(', '));
  ctx.setHeader('RateLimit', states.join(', '));
}
