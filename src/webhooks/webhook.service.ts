import type { EntityManager } from '@mikro-orm/postgresql';
import { reportChanges } from '../platform/audit/report-changes.ts';
import type { Context } from '../platform/context.ts';
import { lockName } from '../platform/database/advisory-lock.sql.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { AddressNotAllowed, type GuardedAddresses } from '../platform/http/guarded-addresses.ts';
import type { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { issueOnce, type NoteIssued } from '../platform/idempotency/issue-once.ts';
import type { KeyedInput } from '../platform/idempotency/request-hash.ts';
import { newId } from '../platform/ids.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import { ATTEMPTS_PER_SERIES } from './backoff.ts';
import { disable, enqueue } from './delivery-queue.ts';
import { testMessage } from './message.ts';
import { newSigningKey, secretOf } from './signature.ts';
import { canSeeWebhooksOf, webhookOwnerOf } from './webhook.access.ts';
import { Webhook, WebhookDisabledReason, WebhookState } from './webhook.entity.ts';
import {
  type CreateWebhookInput,
  DEFAULT_OVERLAP_HOURS,
  MAX_DELIVERIES_PER_REPLAY,
  MAX_DESCRIPTION_LENGTH,
  MAX_EVENT_NAMES,
  MAX_OVERLAP_HOURS,
  MAX_WEBHOOKS_PER_OWNER,
  type ReplayWebhookInput,
  type RotateWebhookSecretInput,
  type SendTestWebhookInput,
  type UpdateWebhookInput,
} from './webhook.inputs.ts';
import { WebhookChanged, WebhookConflict } from './webhook.problems.ts';
import { deleteWebhook, lockVersion, replaceSecret, updateWebhook } from './webhook.sql.ts';
import { WebhookDelivery, WebhookDeliveryState } from './webhook-delivery.entity.ts';
import { replay } from './webhook-delivery.sql.ts';

/**
 * Maximum number of attempts of one delivery: one series of retries and three replays that fail. Keeps the number of attempts
 * on a page of deliveries small.
 */
export const MAX_ATTEMPTS = 4 * ATTEMPTS_PER_SERIES;
/**
 * Limit of tests and replays. They cause requests to other servers. The limit is high enough for a person and prevents floods.
 */
const TESTS_PER_MINUTE = 30;
const HOUR_MS = 3_600_000;

/** A webhook and its secret, which no other operation returns. */
export interface WebhookWithSecret {
  webhook: Webhook;
  /** Signing secret. Null if an earlier request with the same idempotency key created the webhook. */
  secret: string | null;
  alreadyIssued: boolean;
}

export interface QueuedTest {
  delivery: WebhookDelivery;
  /** True if an earlier request with the same idempotency key queued the delivery. */
  alreadyIssued: boolean;
}

export interface WebhookServiceOptions {
  addresses: GuardedAddresses;
  encryption: EnvelopeEncryption;
  limits: Limits;
  /** Names of all events that a webhook can subscribe to. */
  eventNames(): ReadonlySet<string>;
  /** Makes the processes that deliver look for due deliveries, once the transaction commits. */
  announce(em: EntityManager): Promise<void>;
}

const findWebhook = entityFinder(Webhook);
const findWebhookDelivery = entityFinder(WebhookDelivery);

export class WebhookService {
  readonly #options: WebhookServiceOptions;

  constructor(options: WebhookServiceOptions) {
    this.#options = options;
  }

  /** Creates a webhook, once per idempotency key. */
  create(
    ctx: Context,
    input: CreateWebhookInput,
  ): Promise<WebhookWithSecret | InputInvalid | WebhookConflict | IdempotencyKeyReused> {
    return this.#once(ctx, 'createWebhook', input, (note) => this.#create(ctx, input, note));
  }

  async #create(
    ctx: Context,
    input: CreateWebhookInput,
    note: NoteIssued,
  ): Promise<WebhookWithSecret | InputInvalid | WebhookConflict> {
    const customerId = webhookOwnerOf(ctx.principal);
    const issues = await this.#issuesOf(input, customerId);
    if (issues.length > 0) return new InputInvalid(issues);
    const created = await ctx.transactional(async (inner) => {
      // The lock prevents two concurrent requests of one owner from exceeding the maximum number of webhooks.
      await lockName(inner.em, `webhooks of ${customerId ?? 'the house'}`);
      if ((await inner.em.count(Webhook, { customerId })) >= MAX_WEBHOOKS_PER_OWNER) {
        return new WebhookConflict(`The limit of ${MAX_WEBHOOKS_PER_OWNER} webhooks is reached. Delete one first.`);
      }
      const id = newId('webhook');
      const key = newSigningKey();
      const webhook = inner.em.create(Webhook, {
        id,
        customerId,
        url: input.url,
        eventNames: [...new Set(input.eventNames ?? [])],
        includesCustomers: input.includesCustomers ?? false,
        description: input.description?.trim() || null,
        disabledReason: null,
        failingSince: null,
        secret: this.#options.encryption.encrypt(key, id),
        previousSecret: null,
        previousSecretUntil: null,
        createdBy: ctx.principal.actor,
      });
      await inner.em.persist(webhook).flush();
      await note(inner, id);
      return { webhook, secret: secretOf(key), alreadyIssued: false };
    });
    if ('webhook' in created) ctx.logger.info({ webhookId: created.webhook.id, customerId }, 'a webhook was created');
    return created;
  }

  async update(ctx: Context, input: UpdateWebhookInput): Promise<Webhook | InputInvalid | NotFound | WebhookChanged> {
    const webhook = await this.find(ctx, input.webhookId);
    if (!webhook) return new NotFound(input.webhookId);
    const issues = await this.#issuesOf(input, webhook.customerId);
    if (issues.length > 0) return new InputInvalid(issues);
    const { url, eventNames, description, includesCustomers, isEnabled, ifVersion = null } = input;
    const isDone = await ctx.transactional(async (inner) => {
      if (ifVersion !== null && (await lockVersion(inner.em, webhook.id)) !== ifVersion) return false;
      if (isEnabled === false) await disable(inner, webhook.id, WebhookDisabledReason.OWNER);
      // A single statement, because delivery workers change the state of the webhook concurrently.
      await updateWebhook(inner.em, webhook.id, {
        url: url ?? null,
        eventNames: eventNames ? [...new Set(eventNames)] : null,
        description: description?.trim() ?? null,
        includesCustomers: includesCustomers ?? null,
        isEnabled: isEnabled === true,
      });
      const settings = { eventNames, includesCustomers, isEnabled };
      const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== null);
      reportChanges(
        [webhook.id],
        given.map(([field, after]) => ({ subjectId: webhook.id, field, before: beforeOf(webhook, field), after })),
      );
      return true;
    });
    if (isDone) ctx.logger.info({ webhookId: webhook.id }, 'a webhook was updated');
    const now = await ctx.em.refresh(webhook);
    if (!now) return new NotFound(webhook.id);
    return isDone ? now : new WebhookChanged(ifVersion!, now);
  }

  /** Deletes a webhook and its deliveries. */
  async delete(ctx: Context, id: string): Promise<string | NotFound> {
    const webhook = await this.find(ctx, id);
    if (!webhook) return new NotFound(id);
    await ctx.transactional(async ({ em }) => {
      await deleteWebhook(em, id);
      reportChanges([id]);
    });
    ctx.logger.info({ webhookId: id }, 'a webhook was deleted');
    return id;
  }

  /**
   * Replaces the signing secret of a webhook, once per idempotency key. The old secret stays valid for the overlap, so that the
   * receiver can be updated.
   */
  rotateSecret(
    ctx: Context,
    input: RotateWebhookSecretInput,
  ): Promise<WebhookWithSecret | InputInvalid | NotFound | IdempotencyKeyReused> {
    return this.#once(ctx, 'rotateWebhookSecret', input, (note) => this.#rotateSecret(ctx, input, note));
  }

  async #rotateSecret(
    ctx: Context,
    { webhookId, overlapHours }: RotateWebhookSecretInput,
    note: NoteIssued,
  ): Promise<WebhookWithSecret | InputInvalid | NotFound> {
    const hours = overlapHours ?? DEFAULT_OVERLAP_HOURS;
    if (hours < 0 || hours > MAX_OVERLAP_HOURS) {
      const detail = `\`overlapHours\` is ${hours}. Use 0 to ${MAX_OVERLAP_HOURS}.`;
      return new InputInvalid([{ pointer: '/overlapHours', detail }]);
    }
    // Operators can’t rotate a customer’s secret, because a person who knows it can impersonate this service.
    const webhook = await this.find(ctx, webhookId);
    if (webhook?.customerId !== webhookOwnerOf(ctx.principal)) return new NotFound(webhookId);
    const key = newSigningKey();
    await ctx.transactional(async (inner) => {
      const secret = this.#options.encryption.encrypt(key, webhookId);
      await replaceSecret(inner.em, webhookId, secret, (hours * HOUR_MS) / 1000);
      reportChanges([webhookId]);
      await note(inner, webhookId);
    });
    ctx.logger.info({ webhookId }, 'the secret of a webhook was rotated');
    const changed = await ctx.em.refresh(webhook);
    return changed ? { webhook: changed, secret: secretOf(key), alreadyIssued: false } : new NotFound(webhookId);
  }

  #once<Result>(
    ctx: Context,
    mutation: string,
    input: KeyedInput,
    issue: (note: NoteIssued) => Promise<Result>,
  ): Promise<Result | WebhookWithSecret | InputInvalid | IdempotencyKeyReused> {
    return issueOnce<Result | WebhookWithSecret>(ctx, {
      mutation,
      input,
      issue,
      again: async (afresh, id) => {
        const webhook = await this.find(afresh, id);
        return webhook && { webhook, secret: null, alreadyIssued: true };
      },
    });
  }

  /** Queues a test delivery, once per idempotency key. */
  sendTest(
    ctx: Context,
    input: SendTestWebhookInput,
  ): Promise<QueuedTest | InputInvalid | NotFound | WebhookConflict | IdempotencyKeyReused> {
    return issueOnce<QueuedTest | NotFound | WebhookConflict>(ctx, {
      mutation: 'sendTestWebhook',
      input,
      issue: (note) => this.#sendTest(ctx, input.webhookId, note),
      again: async (afresh, id) => {
        const delivery = await this.findDelivery(afresh, id);
        return delivery && { delivery, alreadyIssued: true };
      },
    });
  }

  async #sendTest(ctx: Context, webhookId: string, note: NoteIssued): Promise<QueuedTest | NotFound | WebhookConflict> {
    const webhook = await this.find(ctx, webhookId);
    if (!webhook) return new NotFound(webhookId);
    if (webhook.state === WebhookState.DISABLED) return isDisabled();
    await this.#options.limits.take(ctx, [TEST_LIMIT, 1]);
    const message = testMessage(webhookId, ctx.clock.now());
    const id = await ctx.transactional(async (inner) => {
      const [queued] = await enqueue(inner.em, [{ webhookId, message }]);
      if (!queued) return null;
      await note(inner, queued);
      await this.#options.announce(inner.em);
      return queued;
    });
    if (!id) return isDisabled();
    return { delivery: await ctx.em.findOneOrFail(WebhookDelivery, id), alreadyIssued: false };
  }

  /** Sends a delivery again with the same id and body. */
  async replayDelivery(ctx: Context, id: string): Promise<WebhookDelivery | NotFound | WebhookConflict> {
    const delivery = await this.findDelivery(ctx, id);
    if (!delivery) return new NotFound(id);
    const webhook = await delivery.webhook.loadOrFail();
    if (webhook.state === WebhookState.DISABLED) return isDisabled();
    if (delivery.state === WebhookDeliveryState.PENDING) {
      return new WebhookConflict('The delivery is pending. Wait until it has ended.');
    }
    await this.#options.limits.take(ctx, [TEST_LIMIT, 1]);
    const which = { webhookId: webhook.id, deliveryId: id, since: null, states: ENDED_STATES };
    const [replayed] = await replay(ctx.em, { ...which, mostAttempts: MAX_ATTEMPTS - ATTEMPTS_PER_SERIES, most: 1 });
    if (!replayed) return new WebhookConflict('The delivery is pending, or has had too many attempts to be replayed.');
    await this.#options.announce(ctx.em);
    return (await ctx.em.refresh(delivery)) ?? new NotFound(id);
  }

  /** Queues the oldest ended deliveries again, at most `MAX_DELIVERIES_PER_REPLAY`. Returns the number of these deliveries. */
  async replayAll(
    ctx: Context,
    { webhookId, since, includesDelivered }: ReplayWebhookInput,
  ): Promise<number | NotFound | WebhookConflict> {
    const webhook = await this.find(ctx, webhookId);
    if (!webhook) return new NotFound(webhookId);
    if (webhook.state === WebhookState.DISABLED) return isDisabled();
    await this.#options.limits.take(ctx, [TEST_LIMIT, 1]);
    const states = includesDelivered ? ENDED_STATES : UNDELIVERED_STATES;
    const which = { webhookId, deliveryId: null, since, states, mostAttempts: MAX_ATTEMPTS - ATTEMPTS_PER_SERIES };
    const replayed = await replay(ctx.em, { ...which, most: MAX_DELIVERIES_PER_REPLAY });
    if (replayed.length > 0) await this.#options.announce(ctx.em);
    return replayed.length;
  }

  /** Finds a webhook. Null if it doesn’t exist or the caller can’t see it. */
  async find(ctx: Context, id: string): Promise<Webhook | null> {
    const webhook = await findWebhook(ctx, id);
    return webhook && canSeeWebhooksOf(ctx.principal, webhook.customerId) ? webhook : null;
  }

  async findDelivery(ctx: Context, id: string): Promise<WebhookDelivery | null> {
    const delivery = await findWebhookDelivery(ctx, id);
    return delivery && (await this.find(ctx, delivery.webhook.id)) ? delivery : null;
  }

  async #issuesOf(
    { url, eventNames, description, includesCustomers }: Omit<UpdateWebhookInput, 'webhookId'>,
    customerId: string | null,
  ): Promise<ValueIssue[]> {
    const issues: ValueIssue[] = [];
    const detail = url == null ? null : await this.#faultOf(url);
    if (detail !== null) issues.push({ pointer: '/url', detail });
    if (eventNames && eventNames.length > MAX_EVENT_NAMES) {
      issues.push({
        pointer: '/eventNames',
        detail: `Give at most ${MAX_EVENT_NAMES} event names (${eventNames.length} given). An empty list means all events.`,
      });
    } else {
      const known = this.#options.eventNames();
      for (const [index, name] of (eventNames ?? []).entries()) {
        if (known.has(name)) continue;
        issues.push({
          pointer: `/eventNames/${index}`,
          detail: 'Unknown event name. See `webhookEvents`.',
        });
      }
    }
    if ((description?.length ?? 0) > MAX_DESCRIPTION_LENGTH) {
      const detail = `The description has ${description!.length} characters. The maximum is ${MAX_DESCRIPTION_LENGTH}.`;
      issues.push({ pointer: '/description', detail });
    }
    if (includesCustomers && customerId !== null) {
      issues.push({
        pointer: '/includesCustomers',
        detail:
          'A customer’s webhook only gets events of that customer. Leave `includesCustomers` out or set it to false.',
      });
    }
    return issues;
  }

  /**
   * Returns why the address of a webhook isn’t allowed, or null. A name that doesn’t resolve now is accepted, since it is checked
   * again before each attempt.
   */
  async #faultOf(text: string): Promise<string | null> {
    const { addresses } = this.#options;
    try {
      await addresses.assertResolves(addresses.allowed(text)).catch((error) => {
        if (error instanceof AddressNotAllowed) throw error;
      });
      return null;
    } catch (error) {
      if (error instanceof AddressNotAllowed) return error.message;
      throw error;
    }
  }
}

const UNDELIVERED_STATES = [WebhookDeliveryState.FAILED, WebhookDeliveryState.CANCELED];
const ENDED_STATES = [...UNDELIVERED_STATES, WebhookDeliveryState.DELIVERED];

const isDisabled = () => new WebhookConflict('The webhook is disabled. Enable it first.');

const TEST_LIMIT: Limit = {
  name: 'webhook-tests',
  of: 'tests and replays of webhooks',
  amount: async () => TESTS_PER_MINUTE,
  per: 'minute',
  exempt: 'webhooks:unmetered',
  counted: 'BY_ALL',
};

function beforeOf({ eventNames, includesCustomers, state }: Webhook, field: string): unknown {
  if (field === 'isEnabled') return state !== WebhookState.DISABLED;
  return field === 'eventNames' ? eventNames : includesCustomers;
}
