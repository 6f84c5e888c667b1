import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

export const WebhookState = graphEnum('WebhookState', 'State of a webhook.', {
  ENABLED: null,
  FAILING: 'Events are sent, but the last attempt failed.',
  DISABLED: 'No events are sent; `disabledBecause` has the reason. Events of this time are never sent.',
});
export type WebhookState = keyof typeof WebhookState;

export const WebhookDisabledBecause = graphEnum('WebhookDisabledBecause', 'Reason why a webhook is disabled.', {
  OWNER: 'Its owner or an operator disabled it.',
  GONE: 'The receiver answered 410 Gone.',
  FAILING: 'All attempts failed for five days. Days without an attempt don’t count.',
});
export type WebhookDisabledBecause = keyof typeof WebhookDisabledBecause;

const WebhookSchema = defineEntity({
  name: 'Webhook',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('webhook')),
    // Null: the house.
    customerId: p.string().nullable().index(),
    url: p.text(),
    // None: all.
    eventNames: p.array().default([]),
    includesCustomers: p.boolean().default(false),
    description: p.text().nullable(),
    state: p.string().length(16).$type<WebhookState>().default(WebhookState.ENABLED),
    disabledBecause: p.string().length(16).$type<WebhookDisabledBecause>().nullable(),
    failingSince: p.datetime(3).nullable(),
    // Seconds between attempts that failed, without pauses in which none was made. Valid while `failingSince` is set.
    failingSeconds: p.double().default(0),
    lastFailedAt: p.datetime(6).nullable(),
    version: p.integer().default(1),
    // Both are encrypted for this id.
    secret: p.blob(),
    previousSecret: p.blob().nullable(),
    previousSecretUntil: p.datetime(3).nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Where events are sent to. */
@ObjectType({
  implements: Node,
  description: 'An address that events are sent to, signed by Standard Webhooks. Its secret is never shown again.',
})
export class Webhook extends WebhookSchema.class implements Node {
  @Field(() => ID) declare id: string;

  @Field(() => ID, { nullable: true, description: 'Whose it is: a customer. Null: the house’s.' })
  declare customerId: string | null;

  @Field(() => String, { description: 'Where events are posted to.' }) declare url: string;

  @Field(() => [String], {
    description: 'Names of the events that are sent: see `webhookEvents`. None: all, those that come later as well.',
  })
  declare eventNames: Opt<string[]>;

  @Field(() => Boolean, { description: 'Of the house’s: whether events of customers are sent as well.' })
  declare includesCustomers: Opt<boolean>;

  @Field(() => String, { nullable: true, description: 'What it is for, in its owner’s words.' })
  declare description: string | null;

  @Field(() => WebhookState, { description: 'Whether events are sent there.' }) declare state: Opt<WebhookState>;

  @Field(() => WebhookDisabledBecause, { nullable: true, description: 'Null: it is not.' })
  declare disabledBecause: WebhookDisabledBecause | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when every attempt has failed.' })
  declare failingSince: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Until when what is sent is signed with the secret before this one as well. Null: there is none.',
  })
  declare previousSecretUntil: Date | null;

  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Goes up with each change of it; what becomes of deliveries is none. Sent as `ifVersion`, it keeps a change from undoing one that nobody has seen.',
  })
  declare version: Opt<number>;

  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
}
WebhookSchema.setClass(Webhook);
