import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../platform/graphql/schema/node.ts';
import { newId } from '../../platform/ids.ts';
import { KeyedProvider } from './keyed-provider.ts';

const ProviderKeySchema = defineEntity({
  name: 'ProviderKey',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('providerKey')),
    // Null: the service's own, for everybody who has none.
    customerId: p.string().nullable(),
    provider: p.string().length(16).$type<KeyedProvider>(),
    // Encrypted for this id. A key is never changed, only replaced by another row.
    secret: p.blob(),
    hint: p.string().length(4),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    failingSince: p.datetime(3).nullable(),
    failingReason: p.text().nullable(),
  },
  uniques: [
    {
      name: 'provider_key_owner_unique',
      expression:
        'create unique index "provider_key_owner_unique" on "provider_key" (coalesce("customer_id", \'\'), "provider")',
    },
  ],
});

/** A key that models are called with. */
@ObjectType({ implements: Node, description: 'A key for a provider of models. The key itself is never shown again.' })
export class ProviderKey extends ProviderKeySchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => KeyedProvider, { description: 'Whom the key is shown to.' }) declare provider: KeyedProvider;

  @Field(() => String, { nullable: true, description: 'Whose it is: a customer’s id. Null for the service’s own.' })
  declare customerId: string | null;

  @Field(() => String, { description: 'Its last four characters, to tell one from another.' }) declare hint: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Since when the provider refuses it. Null: it does not.',
  })
  declare failingSince: Date | null;

  @Field(() => String, { nullable: true, description: 'Why it is taken for one that does not work.' })
  declare failingReason: string | null;
}
ProviderKeySchema.setClass(ProviderKey);
