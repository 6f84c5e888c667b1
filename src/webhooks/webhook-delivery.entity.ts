import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import { Webhook } from './webhook.entity.ts';

export const WebhookDeliveryState = graphEnum('WebhookDeliveryState', 'State of a delivery.', {
  PENDING: 'Waiting for the next attempt, at `nextAttemptAt`, or in progress.',
  DELIVERED: 'The receiver answered with a status from 200 to 299.',
  FAILED: 'The attempts failed, and no further one is made. The delivery can be replayed.',
  CANCELED: 'The webhook was disabled before the delivery. The delivery can be replayed.',
});
export type WebhookDeliveryState = keyof typeof WebhookDeliveryState;

export const WebhookOutcome = graphEnum('WebhookOutcome', 'Outcome of an attempt.', {
  DELIVERED: 'The receiver answered with a status from 200 to 299.',
  REFUSED: 'The receiver answered with another status: not 200 to 299, not 410, not a redirect.',
  GONE: 'The receiver answered 410 Gone. The webhook is disabled.',
  REDIRECTED:
    'The receiver answered with a redirect. Redirects aren’t followed; update the webhook’s URL to the target.',
  TIMEOUT: 'No connection within 5 seconds, or no response within 15.',
  UNREACHABLE: 'The connection failed, or closed before the response.',
  ADDRESS_NOT_ALLOWED: 'The address isn’t allowed for webhooks. Nothing was sent.',
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
    // Read-only copy of the column of the relation, for code that only needs the id.
    webhookId: p.string().persist(false),
    eventId: p.string().length(64),
    eventName: p.string(),
    // Exact text of the message that is sent and signed.
    payload: p.text(),
    isTest: p.boolean().default(false),
    state: p.string().length(16).$type<WebhookDeliveryState>().default(WebhookDeliveryState.PENDING),
    // Attempts since the delivery was created or last replayed. They determine the delay before the next attempt.
    tries: p.integer().default(0),
    // All attempts, including those before a replay.
    attemptCount: p.integer().default(0),
    // Time of the next attempt. While an attempt runs: time after which that attempt counts as lost. Null: no attempt is due.
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

@ObjectType({ implements: Node, description: 'Delivery of one event to one webhook.' })
export class WebhookDelivery extends WebhookDeliverySchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;

  @Field(() => ID, { description: 'Webhook that receives the event.' })
  declare webhookId: Opt<string>;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time of the next attempt. During an attempt: time after which that attempt counts as lost. Null when no further attempt is made.',
  })
  declare nextAttemptAt: Date | null;

  @Field(() => String, {
    description:
      'Value of the header `webhook-id`. The same in every attempt, so that receivers can recognise duplicates.',
  })
  declare eventId: string;

  @Field(() => String, { description: 'Name of the event, see `webhookEvents`. `webhook.test` for a test.' })
  declare eventName: string;

  @Field(() => String, { description: 'Request body. The signature covers this exact text.' })
  declare payload: string;

  @Field(() => Boolean, { description: 'True for a test sent by `sendTestWebhook`.' }) declare isTest: Opt<boolean>;
  @Field(() => WebhookDeliveryState, { description: 'Status of the delivery.' })
  declare state: Opt<WebhookDeliveryState>;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of attempts so far.' }) declare attemptCount: Opt<number>;
  @Field(() => GraphQLDateTime, { description: 'Time of the event.' }) declare occurredAt: Date;
  @Field(() => GraphQLDateTime, { description: 'Time when the delivery was queued.' }) declare createdAt: Opt<Date>;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the delivery arrived, failed or was canceled. Null while it is pending.',
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
    // Outcome of the attempt. Null while it is in progress, and forever if the process died during it.
    outcome: p.string().length(24).$type<WebhookOutcome>().nullable(),
    statusCode: p.integer().nullable(),
    durationMs: p.integer().nullable(),
  },
});

@ObjectType({ description: 'Attempt of a delivery. Only the status of the response is stored.' })
export class WebhookAttempt extends WebhookAttemptSchema.class {
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of the attempt, from 1.' }) declare number: number;
  @Field(() => GraphQLDateTime, { description: 'Time when the attempt started.' }) declare startedAt: Date;

  @Field(() => WebhookOutcome, {
    nullable: true,
    description:
      'Outcome of the attempt. Null while it is in progress, or if the service stopped during it and the outcome is unknown.',
  })
  declare outcome: WebhookOutcome | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'HTTP status of the response. Null without a response.',
  })
  declare statusCode: number | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Milliseconds until the response or the failure. Null while the attempt is in progress, or if the service stopped during it.',
  })
  declare durationMs: number | null;
}
WebhookAttemptSchema.setClass(WebhookAttempt);
