import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { can } from '../auth/principal.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Permission } from '../names.ts';

const SECONDS = { minute: 60, hour: 3600 };

export interface StrangerLimitOptions {
  /** As it is set at the moment. */
  amount(): Promise<number>;
  /** What is counted, in the plural. */
  of: string;
  per: keyof typeof SECONDS;
  /** Who has this is not counted. */
  exempt: Permission;
}

/**
 * How much of something that costs an address that shows no credential may have. It counts deeds, not requests: twenty
 * aliases in one GraphQL request are twenty. Each process counts for itself.
 */
export class StrangerLimit {
  readonly #limiter: RateLimiterMemory;
  readonly #options: StrangerLimitOptions;

  constructor(options: StrangerLimitOptions) {
    this.#options = options;
    this.#limiter = new RateLimiterMemory({ points: 0, duration: SECONDS[options.per] });
  }

  /**
   * @throws Refusal RATE_LIMITED with when to come again, or FORBIDDEN for more than there ever is; nothing is counted then.
   */
  async take(ctx: Context, amount = 1): Promise<void> {
    const { exempt, of, per } = this.#options;
    if (can(ctx.principal, exempt)) return;
    const most = await this.#options.amount();
    const rule = `Without a credential, ${most.toLocaleString('en')} ${of} ${per === 'hour' ? 'an' : 'a'} ${per} are taken from one address.`;
    if (amount > most) throw new Refusal('FORBIDDEN', rule);
    this.#limiter.points = most;
    const network = networkOf(ctx.address);
    try {
      await this.#limiter.consume(network, amount);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // Whoever asked for too much at once may still have less.
      await this.giveBack(ctx, amount);
      throw new Refusal('RATE_LIMITED', rule, {
        retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)),
      });
    }
  }

  /** What was taken and then not used. */
  async giveBack({ principal, address }: Context, amount: number): Promise<void> {
    if (!can(principal, this.#options.exempt)) await this.#limiter.reward(networkOf(address), amount);
  }
}

/** One household or machine has a whole /64 of IPv6 and could take a new address for every request. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(':');
}
