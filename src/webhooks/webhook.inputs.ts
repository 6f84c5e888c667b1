import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';
import { WebhookState } from './webhook.entity.ts';
import { WebhookDeliveryState } from './webhook-delivery.entity.ts';

export const MAX_WEBHOOKS_PER_OWNER = 20;
export const MAX_EVENT_NAMES = 50;
export const MAX_DESCRIPTION_LENGTH = 500;
export const DEFAULT_OVERLAP_HOURS = 24;
/**
 * Maximum overlap of a replaced and a new signing secret: one week. A longer overlap is usually a rotation that was forgotten.
 */
export const MAX_OVERLAP_HOURS = 168;
export const MAX_DELIVERIES_PER_REPLAY = 1_000;

const EVENT_NAMES = `Names of the events to deliver, at most ${MAX_EVENT_NAMES}; see \`webhookEvents\`. Empty means all events, future ones included.`;
const URL =
  'URL that receives the events. Must begin with https://: http and private addresses are only accepted for a host and port that the operator has allowed.';

@InputType({ description: 'Webhook to create.' })
export class CreateWebhookInput {
  @Field(() => String, { description: URL }) url!: string;
  @Field(() => [String], { nullable: true, description: `${EVENT_NAMES} Default: all.` })
  eventNames?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: `Purpose of the webhook, at most ${MAX_DESCRIPTION_LENGTH} characters.`,
  })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Also deliver events of all customers. Only for webhooks of the service itself. Default: false.',
  })
  includesCustomers?: boolean | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'Changes to a webhook. Fields left out keep their value.' })
export class UpdateWebhookInput {
  @Field(() => ID, { description: 'Id of the webhook to update.' }) webhookId!: string;
  @Field(() => String, { nullable: true, description: URL }) url?: string | null;
  @Field(() => [String], { nullable: true, description: EVENT_NAMES }) eventNames?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Purpose of the webhook. An empty text removes it.' })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Also deliver events of all customers. Only for webhooks of the service itself.',
  })
  includesCustomers?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Set to false to stop deliveries and cancel pending ones. Set to true to deliver events from now on; events missed meanwhile aren’t sent.',
  })
  isEnabled?: boolean | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Version the caller last read. If the webhook has changed since, nothing is saved and the result is `WebhookChanged`. Omit to overwrite.',
  })
  ifVersion?: number | null;
}

@InputType({ description: 'Webhook to delete.' })
export class DeleteWebhookInput {
  @Field(() => ID, { description: 'Id of the webhook to delete.' }) webhookId!: string;
}

@InputType({ description: 'Webhook that gets a new secret.' })
export class RotateWebhookSecretInput {
  @Field(() => ID, { description: 'Id of the webhook.' }) webhookId!: string;

  @Field(() => Int, {
    nullable: true,
    description: `Hours during which deliveries are signed with both the old and the new secret. 0 to ${MAX_OVERLAP_HOURS}, default ${DEFAULT_OVERLAP_HOURS}.`,
  })
  overlapHours?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'Webhook that gets a test delivery.' })
export class SendTestWebhookInput {
  @Field(() => ID, { description: 'Id of the webhook.' }) webhookId!: string;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'Delivery to replay.' })
export class ReplayDeliveryInput {
  @Field(() => ID, { description: 'Id of the delivery to replay.' }) webhookDeliveryId!: string;
}

@InputType({ description: 'Deliveries to replay.' })
export class ReplayWebhookInput {
  @Field(() => ID, { description: 'Id of the webhook.' }) webhookId!: string;
  @Field(() => GraphQLDateTime, { description: 'Replay deliveries of events at or after this time.' }) since!: Date;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Also replay deliveries that arrived. Default: false.',
  })
  includesDelivered?: boolean | null;
}

@InputType({ description: 'Filter for webhooks. All given conditions must match.' })
export class WebhookFilter extends CreatedFilter {
  @Field(() => WebhookState, { nullable: true, description: 'Only webhooks in this state.' })
  state?: WebhookState | null;

  @Field(() => ID, { nullable: true, description: 'Only webhooks of this customer. For operators.' })
  customerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for webhooks of the service itself, false for those of customers. For operators.',
  })
  isServiceWide?: boolean | null;
}

const WebhookOrder = orderInput('Webhook', {
  CREATED_AT: 'Time of creation.',
  FAILING_SINCE: 'Time since which every attempt has failed. Webhooks that work come last.',
});
type WebhookOrder = InstanceType<typeof WebhookOrder>;

@ArgsType()
export class WebhooksArgs extends PageArgs {
  @Field(() => WebhookFilter, { nullable: true, description: 'Only webhooks that match this filter. Default: all.' })
  filter?: WebhookFilter | null;

  @Field(() => WebhookOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: WebhookOrder | null;
}

@InputType({ description: 'Filter for deliveries. All given conditions must match.' })
export class WebhookDeliveryFilter {
  @Field(() => ID, { nullable: true, description: 'Only deliveries to this webhook.' })
  webhookId?: string | null;

  @Field(() => WebhookDeliveryState, { nullable: true, description: 'Only deliveries in this state.' })
  state?: WebhookDeliveryState | null;

  @Field(() => String, { nullable: true, description: 'Only deliveries of events with this name.' })
  eventName?: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only deliveries of events that occurred at or after this time.',
  })
  since?: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only deliveries of events that occurred before this time.',
  })
  until?: Date | null;
}

const WebhookDeliveryOrder = orderInput('WebhookDelivery', {
  CREATED_AT: 'Time when the delivery was queued.',
});
type WebhookDeliveryOrder = InstanceType<typeof WebhookDeliveryOrder>;

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => WebhookDeliveryFilter, {
    nullable: true,
    description: 'Only deliveries that match this filter. Default: all.',
  })
  filter?: WebhookDeliveryFilter | null;

  @Field(() => WebhookDeliveryOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: WebhookDeliveryOrder | null;
}
