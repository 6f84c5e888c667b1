import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';
import { WebhookState } from './webhook.entity.ts';
import { WebhookDeliveryState } from './webhook-delivery.entity.ts';

/** For each owner. */
export const MAX_WEBHOOKS = 20;
export const MAX_EVENT_NAMES = 50;
export const MAX_DESCRIPTION_LENGTH = 500;
export const DEFAULT_OVERLAP_HOURS = 24;
/** A week: what goes on for longer is forgotten. */
export const MAX_OVERLAP_HOURS = 168;
/** By one `replayWebhook`. */
export const MAX_REPLAYED = 1_000;

const EVENT_NAMES = `Names of the events to be sent, at most ${MAX_EVENT_NAMES}: see \`webhookEvents\`. Empty: all, those that come later as well.`;
const URL =
  'Begins with https://. Where the operator has listed host and port, http and private addresses are taken as well.';

@InputType({ description: 'An address that events are to be sent to.' })
export class CreateWebhookInput {
  @Field(() => String, { description: URL }) url!: string;
  @Field(() => [String], { nullable: true, description: `${EVENT_NAMES} Left out: all.` })
  eventNames?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: `What it is for, in at most ${MAX_DESCRIPTION_LENGTH} characters.`,
  })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Of the house’s alone: whether events of customers are sent as well. Default: they are not.',
  })
  includesCustomers?: boolean | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'What is left out stays as it is.' })
export class UpdateWebhookInput {
  @Field(() => ID, { description: 'The webhook, by its id.' }) webhookId!: string;
  @Field(() => String, { nullable: true, description: URL }) url?: string | null;
  @Field(() => [String], { nullable: true, description: EVENT_NAMES }) eventNames?: string[] | null;
  @Field(() => String, { nullable: true, description: 'What it is for. Empty: nothing is said of it.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Of the house’s alone: whether events of customers are sent.' })
  includesCustomers?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False: nothing is sent any more, and what is on its way is canceled. True: what happens from now on is sent.',
  })
  isEnabled?: boolean | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'The version that was read. Where there is another by now, nothing is changed, and both are shown. Left out: whatever there is.',
  })
  ifVersion?: number | null;
}

@InputType({ description: 'A webhook that is to go.' })
export class DeleteWebhookInput {
  @Field(() => ID, { description: 'The webhook, by its id.' }) webhookId!: string;
}

@InputType({ description: 'A webhook that is to have another secret.' })
export class RotateWebhookSecretInput {
  @Field(() => ID, { description: 'The webhook, by its id.' }) webhookId!: string;

  @Field(() => Int, {
    nullable: true,
    description: `For how many hours what is sent is signed with the earlier secret as well, 0 to ${MAX_OVERLAP_HOURS}. Default: ${DEFAULT_OVERLAP_HOURS}.`,
  })
  overlapHours?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'A webhook that a test is to be sent to.' })
export class SendTestWebhookInput {
  @Field(() => ID, { description: 'The webhook, by its id.' }) webhookId!: string;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'A delivery that is to be made again.' })
export class ReplayDeliveryInput {
  @Field(() => ID, { description: 'The delivery, by its id.' }) webhookDeliveryId!: string;
}

@InputType({ description: 'Deliveries that are to be made again.' })
export class ReplayWebhookInput {
  @Field(() => ID, { description: 'The webhook, by its id.' }) webhookId!: string;
  @Field(() => GraphQLDateTime, { description: 'Of what happened then or later.' }) since!: Date;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether those as well that have arrived. Default: only those that have not.',
  })
  includesDelivered?: boolean | null;
}

@InputType({ description: 'Which webhooks. All of what is given has to fit.' })
export class WebhookFilter extends CreatedFilter {
  @Field(() => WebhookState, { nullable: true, description: 'In this state.' })
  state?: WebhookState | null;

  @Field(() => ID, { nullable: true, description: 'Of this customer. For operators.' })
  customerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: the house’s alone. False: those of customers alone. For operators.',
  })
  isHouse?: boolean | null;
}

/** What the list can be ordered by. */
const WebhookOrder = orderInput('Webhook', {
  CREATED_AT: 'When it was made.',
  FAILING_SINCE: 'Since when nothing arrives. Those that work come last.',
});
type WebhookOrder = InstanceType<typeof WebhookOrder>;

@ArgsType()
export class WebhooksArgs extends PageArgs {
  @Field(() => WebhookFilter, { nullable: true })
  filter?: WebhookFilter | null;

  @Field(() => WebhookOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: WebhookOrder | null;
}

@InputType({ description: 'Which deliveries. All of what is given has to fit.' })
export class WebhookDeliveryFilter {
  @Field(() => ID, { nullable: true, description: 'To this webhook.' })
  webhookId?: string | null;

  @Field(() => WebhookDeliveryState, { nullable: true, description: 'In this state.' })
  state?: WebhookDeliveryState | null;

  @Field(() => String, { nullable: true, description: 'Of events of this name.' })
  eventName?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Of what happened then or later.' })
  since?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Of what happened before then.' })
  until?: Date | null;
}

/** What the list can be ordered by. */
const WebhookDeliveryOrder = orderInput('WebhookDelivery', {
  CREATED_AT: 'When it was made.',
});
type WebhookDeliveryOrder = InstanceType<typeof WebhookDeliveryOrder>;

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => WebhookDeliveryFilter, { nullable: true })
  filter?: WebhookDeliveryFilter | null;

  @Field(() => WebhookDeliveryOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: WebhookDeliveryOrder | null;
}
