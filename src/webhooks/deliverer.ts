import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { internal } from '../platform/auth/principal.ts';
import { Context, type ContextBase } from '../platform/context.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { disable, recordDelivered, recordFailed } from './delivery-queue.ts';
import type { PostResult, Sender } from './sender.ts';
import { WebhookDisabledReason } from './webhook.entity.ts';
import { WebhookOutcome } from './webhook-delivery.entity.ts';
import { claimDue, type DueDelivery, releaseClaim } from './webhook-delivery.sql.ts';

/** Maximum number of concurrent attempts of one process, for all webhooks. Each is a connection that mostly waits. */
const MAX_CONCURRENT = 64;
/**
 * Maximum number of concurrent attempts of one process for one webhook. More would strain a slow receiver and take capacity
 * from other webhooks.
 */
const MAX_CONCURRENT_PER_WEBHOOK = 4;
/**
 * Maximum milliseconds between two searches for due deliveries. A new delivery wakes the processes, so this only finds those
 * whose process has died, and those whose notification was lost.
 */
const LOOK_EVERY_MS = 30_000;
/** Milliseconds until the next search while overdue deliveries wait for a free place, here or in another process. */
const FULL_EVERY_MS = 2_000;
/** A webhook is disabled after attempts have failed for this long without one success. */
const DISABLE_AFTER_SECONDS = 5 * 24 * 3_600;
/** Milliseconds that attempts in progress get to finish when the process stops. Then they are aborted and repeated later. */
const GRACE_MS = 2_000;

export interface DelivererOptions {
  base: ContextBase;
  encryption: EnvelopeEncryption;
  sender: Sender;
  delayAfter: (tries: number) => number | null;
  /** Makes all processes look for due deliveries. */
  announce(em: EntityManager): Promise<void>;
  /** Called after each attempt. `lagSeconds` is the time from the event to the end of the attempt. */
  onAttempt(result: PostResult, lagSeconds: number): void;
}

declare module '../platform/live/live.ts' {
  interface Announcements {
    /** A webhook delivery is due. */
    'webhook.due': true;
  }
}

/** Sends due webhook deliveries, in every worker process. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #stopping = new AbortController();
  readonly #cut = new AbortController();
  readonly #underWay = new Map<string, number>();
  readonly #sending = new Set<Promise<void>>();
  #wake = () => {};
  #isNews = false;
  /** Time of the monotonic clock before which the other processes aren't asked again to help with overdue deliveries. */
  #askAt = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Starts due deliveries at once instead of at the next search. */
  wake(): void {
    this.#isNews = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
    await Promise.race([Promise.allSettled(this.#sending), sleep(GRACE_MS, undefined, { ref: false })]);
    this.#cut.abort(new Error('The process is stopping.'));
    await Promise.allSettled(this.#sending);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#isNews = false;
      let waitMs = FULL_EVERY_MS;
      try {
        waitMs = await this.#takeAll(signal);
      } catch (error) {
        this.#options.base.logger.warn({ err: error }, 'reading due webhook deliveries failed; retrying');
      }
      if (!signal.aborted && !this.#isNews) await this.#untilWoken(waitMs);
    }
  }

  async #untilWoken(waitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }

  /**
   * Starts as many due deliveries as the concurrency limits allow. Returns the milliseconds until the next search. The end of an
   * attempt causes another one.
   */
  async #takeAll(signal: AbortSignal): Promise<number> {
    const { em } = this.#context('webhooks');
    while (!signal.aborted) {
      const room = MAX_CONCURRENT - this.#sending.size;
      if (room <= 0) break;
      const { deliveries, nextMs } = await claimDue(em, {
        underWay: this.#underWay,
        mostOfOne: MAX_CONCURRENT_PER_WEBHOOK,
        most: room,
      });
      for (const delivery of deliveries) this.#begin(delivery);
      if (deliveries.length > 0) continue;
      if (nextMs === null) return LOOK_EVERY_MS;
      // A timer may fire a little early, so 0 would search twice.
      if (nextMs > 0) return Math.min(Math.ceil(nextMs) + 1, LOOK_EVERY_MS);
      break;
    }
    if (!signal.aborted) await this.#askOthers(em);
    return FULL_EVERY_MS;
  }

  /** Tells the other processes about overdue deliveries for which this one has no free place. */
  async #askOthers(em: EntityManager): Promise<void> {
    const now = performance.now();
    // The announcement also wakes this process.
    if (now < this.#askAt) return;
    this.#askAt = now + FULL_EVERY_MS;
    await this.#options.announce(em);
  }

  #begin(delivery: DueDelivery): void {
    const { webhookId } = delivery;
    this.#underWay.set(webhookId, (this.#underWay.get(webhookId) ?? 0) + 1);
    const sending = this.#deliver(delivery)
      .catch((error) => {
        // The claim on the delivery expires, and another attempt follows.
        this.#options.base.logger.error({ err: error, delivery: delivery.id }, 'handling a webhook delivery failed');
      })
      .finally(() => {
        const left = this.#underWay.get(webhookId)! - 1;
        if (left > 0) this.#underWay.set(webhookId, left);
        else this.#underWay.delete(webhookId);
        this.#sending.delete(sending);
        this.wake();
      });
    this.#sending.add(sending);
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { sender, delayAfter, onAttempt } = this.#options;
    const { webhookId, eventId: id, payload: body, url } = delivery;
    const ctx = this.#context(delivery.id);
    let posted: PostResult;
    try {
      posted = await sender.post({ url, id, body, keys: this.#keysOf(delivery) }, this.#cut.signal);
    } catch (error) {
      if (!this.#cut.signal.aborted) throw error;
      return releaseClaim(ctx.em, delivery);
    }
    const { outcome, statusCode } = posted;
    onAttempt(posted, delivery.lagSeconds + posted.durationMs / 1000);
    if (outcome === WebhookOutcome.DELIVERED) return recordDelivered(ctx.em, delivery, posted);

    const delay = outcome === WebhookOutcome.GONE ? null : delayAfter(delivery.tries);
    const delayMs = delay === null ? null : Math.max(delay, posted.retryAfterMs ?? 0);
    const failingSeconds = await recordFailed(ctx.em, delivery, posted, delayMs);
    ctx.logger.info(
      { delivery: delivery.id, webhookId, outcome, statusCode, delayMs },
      'a webhook delivery attempt failed',
    );
    const because = disableReason(outcome, failingSeconds);
    if (because && (await disable(ctx, webhookId, because))) {
      ctx.logger.warn({ webhookId, because }, 'a webhook was disabled');
    }
  }

  #keysOf({ webhookId, secret, previousSecret }: DueDelivery): Buffer[] {
    const { encryption } = this.#options;
    return [secret, ...(previousSecret ? [previousSecret] : [])].map((key) => encryption.decrypt(key, webhookId));
  }

  #context(requestId: string): Context {
    const occasion = { principal: internal('webhooks'), requestId, signal: this.#cut.signal };
    return new Context(this.#options.base, occasion);
  }
}

function disableReason(outcome: WebhookOutcome, failingSeconds: number): WebhookDisabledReason | null {
  if (outcome === WebhookOutcome.GONE) return WebhookDisabledReason.GONE;
  return failingSeconds > DISABLE_AFTER_SECONDS ? WebhookDisabledReason.FAILING : null;
}
