import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import { Webhook } from './webhook.entity.ts';

export const WebhookDeliveryState = graphEnum('WebhookDeliveryState', 'State of a delivery.', {
  PENDING: 'The next attempt is at `nextAttemptAt`.',
  DELIVERED: 'The receiver answered with a status from 200 to 299.',
  FAILED: 'All attempts failed. It can be replayed.',
  CANCELED: 'The webhook was disabled before the delivery. It can be replayed.',
});
export type WebhookDeliveryState = keyof typeof WebhookDeliveryState;

export const WebhookOutcome = graphEnum('WebhookOutcome', 'Outcome of an attempt.', {
  DELIVERED: 'A status from 200 to 299.',
  REFUSED: 'A status other than 200 to 299, 410 or a redirect.',
  GONE: 'Status 410: the webhook is disabled.',
  REDIRECTED: 'A redirect. Redirects aren’t followed; set its target as the address.',
  TIMEOUT: 'No connection within 5 seconds, or no answer within 15.',
  UNREACHABLE: 'No connection, or it broke before the answer.',
  ADDRESS_NOT_ALLOWED: 'The address is not allowed for webhooks. Nothing was sent.',
});
export type WebhookOutcome = keyof typeof WebhookOutcome;

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('webhookDelivery')),
    webhook: () => p.manyToOne(Webhook).ref().deleteRule('cascade'),
    // The same column, for who needs nothing but the id.
    webhookId: p.string().persist(false),
    eventId: p.string().length(64),
    eventName: p.string(),
    // The very bytes that are sent and signed.
    payload: p.text(),
    isTest: p.boolean().default(false),
    state: p.string().length(16).$type<WebhookDeliveryState>().default(WebhookDeliveryState.PENDING),
    // Since it was sent first or replayed: how long to wait for the next one is counted by these.
    tries: p.integer().default(0),
    // All there were.
    attemptCount: p.integer().default(0),
    // When it is to be sent. While an attempt is under way: when that counts as lost. Null: it is not to be sent.
    nextAttemptAt: p.datetime(3).nullable().fieldName('due_at'),
    occurredAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    endedAt: p.datetime(3).nullable().index(),
  },
  uniques: [{ properties: ['webhook', 'eventId'] }],
  indexes: [
    { properties: ['webhook', 'id'] },
    {
      name: 'webhook_delivery_due_index',
      expression:
        'create index "webhook_delivery_due_index" on "webhook_delivery" ("due_at") where "due_at" is not null',
    },
    {
      name: 'webhook_delivery_due_of_webhook_index',
      expression:
        'create index "webhook_delivery_due_of_webhook_index" on "webhook_delivery" ("webhook_id", "due_at") where "due_at" is not null',
    },
  ],
});

/** One event on its way to one address. */
@ObjectType({ implements: Node, description: 'One event on its way to one webhook.' })
export class WebhookDelivery extends WebhookDeliverySchema.class implements Node {
  @Field(() => ID) declare id: string;

  @Field(() => ID, { description: 'Where it is sent to.' })
  declare webhookId: Opt<string>;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it is sent next. While an attempt is under way: when that counts as lost. Null: never.',
  })
  declare nextAttemptAt: Date | null;

  @Field(() => String, {
    description: 'The `webhook-id`: the same in every attempt, so that a receiver knows it again.',
  })
  declare eventId: string;

  @Field(() => String, { description: 'See `webhookEvents`; `webhook.test` for one that was asked for as a test.' })
  declare eventName: string;

  @Field(() => String, { description: 'The body as it is sent: the very text that is signed.' })
  declare payload: string;

  @Field(() => Boolean, { description: 'Whether it was asked for as a test.' }) declare isTest: Opt<boolean>;
  @Field(() => WebhookDeliveryState, { description: 'How it stands with it.' })
  declare state: Opt<WebhookDeliveryState>;
  @Field(() => GraphQLNonNegativeInt, { description: 'How often it was tried.' }) declare attemptCount: Opt<number>;
  @Field(() => GraphQLDateTime, { description: 'When that happened which it tells of.' }) declare occurredAt: Date;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it arrived or was given up. Null: it was not yet.',
  })
  declare endedAt: Date | null;
}
WebhookDeliverySchema.setClass(WebhookDelivery);

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  properties: {
    delivery: () => p.manyToOne(WebhookDelivery).ref().primary().deleteRule('cascade'),
    number: p.integer().primary(),
    startedAt: p.datetime(3),
    // Null while it is under way, and for ever where the process died in it.
    outcome: p.string().length(24).$type<WebhookOutcome>().nullable(),
    statusCode: p.integer().nullable(),
    durationMs: p.integer().nullable(),
  },
});

/** One time that a delivery was tried. Of the answer nothing but its status is kept. */
@ObjectType({ description: 'One time that it was tried. Of the answer nothing but its status is kept.' })
export class WebhookAttempt extends WebhookAttemptSchema.class {
  @Field(() => GraphQLNonNegativeInt, { description: 'From 1.' }) declare number: number;
  @Field(() => GraphQLDateTime, { description: 'When it was begun.' }) declare startedAt: Date;

  @Field(() => WebhookOutcome, {
    nullable: true,
    description: 'Null while it is under way, and where the service stopped in the middle: then nobody knows.',
  })
  declare outcome: WebhookOutcome | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'The status of the answer. Null: there was none.',
  })
  declare statusCode: number | null;

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: 'Milliseconds until the answer or its failure.' })
  declare durationMs: number | null;
}
WebhookAttemptSchema.setClass(WebhookAttempt);
