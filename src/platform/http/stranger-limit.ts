import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../errors.ts';
import type { RequestContext } from '../graphql/request-context.ts';

/**
 * How often an address that shows no credential may do something that costs. It counts deeds, not requests: twenty aliases
 * in one GraphQL request are twenty. Each process counts for itself.
 */
export class StrangerLimit {
  readonly #limiter: RateLimiterMemory;
  readonly #perMinute: number;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /** @throws Refusal RATE_LIMITED with when to come again. */
  async take({ viewer, address }: RequestContext): Promise<void> {
    if (viewer.kind !== 'ANONYMOUS' && viewer.kind !== 'PARTNER') return;
    try {
      await this.#limiter.consume(networkOf(address));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new Refusal(
        'RATE_LIMITED',
        `Without a credential, ${this.#perMinute} a minute are taken from one address.`,
        {
          retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)),
        },
      );
    }
  }
}

/** One household or machine has a whole /64 of IPv6 and could take a new address for every request. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(':');
}
