import { setTimeout as sleep } from 'node:timers/promises';
import { internal } from '../platform/auth/principal.ts';
import { Context, type ContextBase } from '../platform/context.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { disable, noteDelivered, noteFailed } from './delivery-queue.ts';
import type { PostResult, Sender } from './sender.ts';
import { WebhookDisabledBecause } from './webhook.entity.ts';
import { WebhookOutcome } from './webhook-delivery.entity.ts';
import { claimDue, type DueDelivery, handBack } from './webhook-delivery.sql.ts';

/** At a time in one process, of all webhooks: each is a connection that mostly waits. */
const MOST = 64;
/** Of one webhook: more would press a receiver that is slow already, and take the places of the others. */
const MOST_OF_ONE = 4;
/** What is due announces itself in the process that wrote it down; what comes due again is found by looking. */
const LOOK_EVERY_MS = 2_000;
/** A webhook is disabled after this time of attempts without one success. */
const DISABLE_AFTER_SECONDS = 5 * 24 * 3_600;
/** At a stop attempts may end by themselves for so long; then they are cut off, and made again later. */
const GRACE_MS = 2_000;

export interface DelivererOptions {
  base: ContextBase;
  encryption: EnvelopeEncryption;
  sender: Sender;
  delayAfter: (tries: number) => number | null;
  /** Told of each attempt, with how long after the event it ended. */
  tried(posted: PostResult, lagSeconds: number): void;
}

/** Sends what is due, in every process that works. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #stopping = new AbortController();
  readonly #cut = new AbortController();
  readonly #underWay = new Map<string, number>();
  readonly #sending = new Set<Promise<void>>();
  #wake = () => {};
  #isNews = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Says that something may have come due. */
  wake(): void {
    this.#isNews = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
    await Promise.race([Promise.allSettled(this.#sending), sleep(GRACE_MS, undefined, { ref: false })]);
    this.#cut.abort(new Error('The service stops.'));
    await Promise.allSettled(this.#sending);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#isNews = false;
      try {
        while (!signal.aborted && (await this.#take()) > 0);
      } catch (error) {
        this.#options.base.logger.warn({ err: error }, 'webhooks wait: what is due cannot be read');
      }
      if (!signal.aborted && !this.#isNews) await this.#untilWoken();
    }
  }

  async #untilWoken(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }

  /** Begins as many as there is room for. Gives how many. */
  async #take(): Promise<number> {
    const room = MOST - this.#sending.size;
    if (room <= 0) return 0;
    const due = await claimDue(this.#context('webhooks').em, {
      underWay: this.#underWay,
      mostOfOne: MOST_OF_ONE,
      most: room,
    });
    for (const delivery of due) this.#begin(delivery);
    return due.length;
  }

  #begin(delivery: DueDelivery): void {
    const { webhookId } = delivery;
    this.#underWay.set(webhookId, (this.#underWay.get(webhookId) ?? 0) + 1);
    const sending = this.#deliver(delivery)
      .catch((error) => {
        // The lease runs out, and it is tried again.
        this.#options.base.logger.error({ err: error, delivery: delivery.id }, 'a webhook could not be tended to');
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
    const { sender, delayAfter, tried } = this.#options;
    const { webhookId, eventId: id, payload: body, url } = delivery;
    const ctx = this.#context(delivery.id);
    let posted: PostResult;
    try {
      posted = await sender.post({ url, id, body, keys: this.#keysOf(delivery) }, this.#cut.signal);
    } catch (error) {
      if (!this.#cut.signal.aborted) throw error;
      return handBack(ctx.em, delivery);
    }
    const { outcome, statusCode } = posted;
    tried(posted, delivery.lagSeconds + posted.durationMs / 1000);
    if (outcome === WebhookOutcome.DELIVERED) return noteDelivered(ctx.em, delivery, posted);

    const delay = outcome === WebhookOutcome.GONE ? null : delayAfter(delivery.tries);
    const delayMs = delay === null ? null : Math.max(delay, posted.retryAfterMs ?? 0);
    const failingSeconds = await noteFailed(ctx.em, delivery, posted, delayMs);
    ctx.logger.info({ delivery: delivery.id, webhookId, outcome, statusCode, delayMs }, 'a webhook was not taken');
    const because = whyDisabled(outcome, failingSeconds);
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

function whyDisabled(outcome: WebhookOutcome, failingSeconds: number): WebhookDisabledBecause | null {
  if (outcome === WebhookOutcome.GONE) return WebhookDisabledBecause.GONE;
  return failingSeconds > DISABLE_AFTER_SECONDS ? WebhookDisabledBecause.FAILING : null;
}
