import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../errors.ts';
import type { RequestContext } from '../graphql/request-context.ts';

const SECONDS = { minute: 60, day: 24 * 3600 };

export interface StrangerLimitOptions {
  amount: number;
  /** What is counted, in the plural. */
  of: string;
  per: keyof typeof SECONDS;
}

/**
 * How much of something that costs an address that shows no credential may have. It counts deeds, not requests: twenty
 * aliases in one GraphQL request are twenty. Each process counts for itself.
 */
export class StrangerLimit {
  readonly #limiter: RateLimiterMemory;
  readonly #rule: string;

  constructor({ amount, of, per }: StrangerLimitOptions) {
    this.#rule = `Without a credential, ${amount.toLocaleString('en')} ${of} a ${per} are taken from one address.`;
    this.#limiter = new RateLimiterMemory({ points: amount, duration: SECONDS[per] });
  }

  /** @throws Refusal RATE_LIMITED with when to come again; nothing is counted then. */
  async take({ viewer, address }: RequestContext, amount = 1): Promise<void> {
    if (viewer.kind !== 'ANONYMOUS' && viewer.kind !== 'PARTNER') return;
    const network = networkOf(address);
    try {
      await this.#limiter.consume(network, amount);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // Whoever asked for too much at once may still have less.
      await this.#limiter.reward(network, amount);
      throw new Refusal('RATE_LIMITED', this.#rule, {
        retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)),
      });
    }
  }
}

/** One household or machine has a whole /64 of IPv6 and could take a new address for every request. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(':');
}
