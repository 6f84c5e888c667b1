import { can, isAnonymous } from '../auth/principal.ts';
import type { Context } from '../context.ts';
import type { KeyedDigest } from '../encryption/keyed-digest.ts';
import { Refusal } from '../errors/errors.ts';
import type { Permission } from '../registry.ts';
import { countedCaller } from './counted-caller.ts';
import type { Counter, CounterState } from './counter.ts';

const WINDOW_SECONDS = { minute: 60, hour: 3600, day: 24 * 3600 };

/** How much of something one caller may have. */
export interface Limit {
  /** It stands in answers: never changes. */
  name: string;
  /** As it is set at the moment. */
  amount(): Promise<number>;
  /** What is counted, in the plural. */
  of: string;
  /** As the draft of `RateLimit-Policy` calls it; left out: one of a kind, which callers mostly ask for one in a request. */
  unit?: 'content-bytes';
  per: keyof typeof WINDOW_SECONDS;
  /** Who has this is not counted. */
  exempt: Permission;
  /** By all processes together what costs money or storage, which they share; by each process what costs only its time. */
  counted: 'BY_ALL' | 'BY_PROCESS';
}

interface ReportedLimit {
  most: number;
  windowSeconds: number;
  remaining: number;
  secondsLeft: number;
}

/**
 * Keeps callers within limits. Deeds are counted, not requests: twenty aliases in one GraphQL request are twenty. How a
 * caller stands is told in `RateLimit` and `RateLimit-Policy` of the answer, on REST and GraphQL alike.
 */
export class Limits {
  readonly #counters: Record<Limit['counted'], Counter>;
  readonly #digest: KeyedDigest;

  constructor(counters: Record<Limit['counted'], Counter>, digest: KeyedDigest) {
    this.#counters = counters;
    this.#digest = digest;
  }

  /**
   * Takes of each limit so much, or of none of them: of who asks, or of a subject of another kind, such as an account that
   * somebody tries to get into.
   * @throws Refusal RATE_LIMITED with when to come again, or FORBIDDEN for more than there ever is; nothing is counted then.
   */
  async take(ctx: Context, ...wanted: (readonly [Limit, number, subject?: string])[]): Promise<void> {
    const counted = wanted.filter(([{ exempt }, amount]) => amount > 0 && !can(ctx.principal, exempt));
    const asked = await Promise.all(
      counted.map(async ([limit, amount, subject]) => ({ limit, amount, subject, most: await limit.amount() })),
    );
    const never = asked.find(({ amount, most }) => amount > most);
    if (never) throw new Refusal('FORBIDDEN', ruleOf(ctx, never.limit, never.most));
    const taken = await Promise.all(
      asked.map(async (one) => {
        const { limit, amount, most, subject } = one;
        const windowSeconds = WINDOW_SECONDS[limit.per];
        const key = this.#keyOf(ctx, limit, subject);
        const standing = await this.#counters[limit.counted].take({ key, amount, most, windowSeconds });
        tell(ctx, limit, most, standing);
        return { ...one, standing };
      }),
    );
    const refused = taken.filter(({ standing }) => !standing.isTaken);
    if (refused.length === 0) return;
    for (const { limit, amount, subject, standing } of taken) {
      if (standing.isTaken) await this.giveBack(ctx, limit, amount, subject);
    }
    // Whoever comes again when the last of them lets him has not come for nothing.
    const { limit, most, standing } = refused.reduce((a, b) =>
      a.standing.secondsLeft > b.standing.secondsLeft ? a : b,
    );
    throw new Refusal('RATE_LIMITED', ruleOf(ctx, limit, most), {
      retryAfterSeconds: Math.max(1, Math.ceil(standing.secondsLeft)),
    });
  }

  /** Takes one, and tells the caller nothing of it. Gives whether there was one left. */
  async takeSilently(ctx: Context, limit: Limit): Promise<boolean> {
    if (can(ctx.principal, limit.exempt)) return true;
    const asked = { amount: 1, most: await limit.amount(), windowSeconds: WINDOW_SECONDS[limit.per] };
    return (await this.#counters[limit.counted].take({ key: this.#keyOf(ctx, limit), ...asked })).isTaken;
  }

  /** What was taken and then not used. */
  async giveBack(ctx: Context, limit: Limit, amount: number, subject?: string): Promise<void> {
    if (amount === 0 || can(ctx.principal, limit.exempt)) return;
    await this.#counters[limit.counted].giveBack(this.#keyOf(ctx, limit, subject), amount);
    const shown = ctx.loader(reportedLimits).get(limit);
    if (!shown) return;
    shown.remaining = Math.min(shown.most, shown.remaining + amount);
    tellAll(ctx);
  }

  async forgetEnded(): Promise<number> {
    const counts = await Promise.all(Object.values(this.#counters).map((counter) => counter.forgetEnded()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Of whom the limit counts there is nothing in it that could be read. */
  #keyOf({ principal, address }: Context, { name }: Limit, subject = countedCaller(principal, address)): Buffer {
    return this.#digest(`${name} ${subject}`);
  }
}

function ruleOf({ principal }: Context, { of, per }: Limit, most: number): string {
  const amount = `${most.toLocaleString('en')} ${of} ${per === 'hour' ? 'an' : 'a'} ${per}`;
  return isAnonymous(principal)
    ? `Without a credential, ${amount} are taken from one address.`
    : `These credentials are good for ${amount}.`;
}

/** How the caller stands with the limits that this request has met. */
function reportedLimits(): Map<Limit, ReportedLimit> {
  return new Map();
}

/** How the caller stands with the limits that this request has met, each in its own unit; empty where it has met none. */
export function limitStatusOf(ctx: Context) {
  return [...ctx.loader(reportedLimits)].map(([{ name }, { most, windowSeconds, remaining, secondsLeft }]) => ({
    name,
    most,
    remaining,
    windowSeconds,
    resetSeconds: Math.ceil(secondsLeft),
  }));
}

function tell(ctx: Context, limit: Limit, most: number, { used, secondsLeft }: CounterState): void {
  const shown = { most, windowSeconds: WINDOW_SECONDS[limit.per], remaining: Math.max(0, most - used), secondsLeft };
  ctx.loader(reportedLimits).set(limit, shown);
  tellAll(ctx);
}

/** Structured fields, an item for each limit: draft-ietf-httpapi-ratelimit-headers-10. */
function tellAll(ctx: Context): void {
  const all = [...ctx.loader(reportedLimits)];
  const policies = all.map(([{ name, unit }, { most, windowSeconds }]) => {
    return `"${name}";q=${most};w=${windowSeconds}${unit ? `;qu="${unit}"` : ''}`;
  });
  const standings = all.map(([{ name }, { remaining, secondsLeft }]) => {
    return `"${name}";r=${remaining};t=${Math.ceil(secondsLeft)}`;
  });
  ctx.setHeader('RateLimit-Policy', policies.join(', '));
  ctx.setHeader('RateLimit', standings.join(', '));
}
