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
    // Null: a key of the service, for all customers without their own.
    customerId: p.string().nullable(),
    provider: p.string().length(16).$type<KeyedProvider>(),
    // Encrypted key. It can only be decrypted together with `id`, so a new key always comes with a new `id`.
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

/** API key for a provider. */
@ObjectType({ implements: Node, description: 'API key for a provider of models. The key itself is never shown again.' })
export class ProviderKey extends ProviderKeySchema.class implements Node {
  @Field(() => ID, { description: 'Id of the key.' }) declare id: string;
  @Field(() => KeyedProvider, { description: 'Provider that the key is for.' }) declare provider: KeyedProvider;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the customer that the key belongs to. Null for a key of the service.',
  })
  declare customerId: string | null;

  @Field(() => String, { description: 'Last four characters of the key, to tell keys apart.' }) declare hint: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the key was set.' }) declare createdAt: Opt<Date>;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time since which the provider has refused the key, as a check found. Null if it wasn’t refused, or was accepted since.',
  })
  declare failingSince: Date | null;

  @Field(() => String, { nullable: true, description: 'Reason of the refusal. Null if `failingSince` is null.' })
  declare failingReason: string | null;
}
ProviderKeySchema.setClass(ProviderKey);
