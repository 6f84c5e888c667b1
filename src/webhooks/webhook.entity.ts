import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

export const WebhookState = graphEnum('WebhookState', 'State of a webhook.', {
  ENABLED: 'Events are delivered. The last attempt succeeded, or none was made since the webhook was enabled.',
  FAILING: 'Events are delivered, but the last attempt failed.',
  DISABLED: 'Events aren’t delivered, and aren’t delivered later either. `disabledReason` has the reason.',
});
export type WebhookState = keyof typeof WebhookState;

export const WebhookDisabledReason = graphEnum('WebhookDisabledReason', 'Reason why a webhook is disabled.', {
  OWNER: 'The owner or an operator disabled the webhook.',
  GONE: 'The receiver answered 410 Gone.',
  FAILING: 'All attempts failed for five days. Days without an attempt don’t count.',
});
export type WebhookDisabledReason = keyof typeof WebhookDisabledReason;

const WebhookSchema = defineEntity({
  name: 'Webhook',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('webhook')),
    // Id of the customer that owns the webhook. Null: the service owns it.
    customerId: p.string().nullable().index(),
    url: p.text(),
    // Names of the subscribed events. Empty: all events.
    eventNames: p.array().default([]),
    includesCustomers: p.boolean().default(false),
    description: p.text().nullable(),
    state: p.string().length(16).$type<WebhookState>().default(WebhookState.ENABLED),
    disabledReason: p.string().fieldName('disabled_because').length(16).$type<WebhookDisabledReason>().nullable(),
    failingSince: p.datetime(3).nullable(),
    // Seconds for which attempts have failed without a success, without the pauses in which no attempt was made. Valid while
    // `failingSince` is set.
    failingSeconds: p.double().default(0),
    lastFailedAt: p.datetime(6).nullable(),
    version: p.integer().default(1),
    // Both secrets are encrypted, bound to the id of this row.
    secret: p.blob(),
    previousSecret: p.blob().nullable(),
    previousSecretUntil: p.datetime(3).nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

@ObjectType({
  implements: Node,
  description:
    'Address that receives events, signed as Standard Webhooks specifies. The secret is returned only when it is issued.',
})
export class Webhook extends WebhookSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Customer that owns the webhook. Null for webhooks of the service itself.',
  })
  declare customerId: string | null;

  @Field(() => String, { description: 'URL that events are posted to.' }) declare url: string;

  @Field(() => [String], {
    description:
      'Names of the events that are delivered, see `webhookEvents`. Empty means all events, future ones included.',
  })
  declare eventNames: Opt<string[]>;

  @Field(() => Boolean, {
    description: 'True if events of all customers are delivered too. Only for webhooks of the service itself.',
  })
  declare includesCustomers: Opt<boolean>;

  @Field(() => String, {
    nullable: true,
    description: 'Purpose of the webhook, in its owner’s words. Null if none was given.',
  })
  declare description: string | null;

  @Field(() => WebhookState, { description: 'Status of the webhook.' }) declare state: Opt<WebhookState>;

  @Field(() => WebhookDisabledReason, {
    nullable: true,
    description: 'Reason why the webhook is disabled. Null while it isn’t disabled.',
  })
  declare disabledReason: WebhookDisabledReason | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time since which every attempt has failed. Null if the last attempt succeeded or none was made.',
  })
  declare failingSince: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time until which deliveries are also signed with the previous secret. Null without a previous secret.',
  })
  declare previousSecretUntil: Date | null;

  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Version of the webhook. Incremented by every update, not by deliveries. Send it as `ifVersion` for optimistic locking.',
  })
  declare version: Opt<number>;

  @Field(() => GraphQLDateTime, { description: 'Time when the webhook was created.' }) declare createdAt: Opt<Date>;
}
WebhookSchema.setClass(Webhook);
