import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { KeyedProvider } from './keyed-provider.ts';

const KEY = 'It is encrypted and shown nowhere again, but for its last four characters.';

/** Scope of a key that a customer sets. */
export const KeyScope = graphEnum('KeyScope', 'Scope of a key that a customer sets.', {
  ACCOUNT: 'Calls of this customer.',
  ORGANISATION: 'Calls of all customers of an organisation. Planned: requests fail with `CAPABILITY_NOT_AVAILABLE`.',
});
export type KeyScope = keyof typeof KeyScope;

@InputType({ description: 'A key of the service’s own.' })
export class SetProviderKeyInput {
  @Field(() => KeyedProvider, { description: 'Whose key it is.' }) provider!: KeyedProvider;
  @Field(() => String, { description: KEY }) key!: string;
}

@InputType({ description: 'A key of one’s own.' })
export class SetOwnProviderKeyInput {
  @Field(() => KeyedProvider, { description: 'Whose key it is.' }) provider!: KeyedProvider;
  @Field(() => String, { description: KEY }) key!: string;

  @Field(() => KeyScope, { nullable: true, description: 'Default: ACCOUNT.' })
  scope?: KeyScope | null;
}

@InputType({ description: 'A key that is to go.' })
export class RemoveProviderKeyInput {
  @Field(() => ID, { description: 'The key, by its id.' }) providerKeyId!: string;
}

@InputType({ description: 'A key that is to go.' })
export class RemoveOwnProviderKeyInput {
  @Field(() => ID, { description: 'The key, by its id.' }) providerKeyId!: string;
}

@InputType({ description: 'A key that is to be shown to its provider.' })
export class TestProviderKeyInput {
  @Field(() => ID, { description: 'The key, by its id.' }) providerKeyId!: string;
}

@InputType({ description: 'A key that is to be shown to its provider.' })
export class TestOwnProviderKeyInput {
  @Field(() => ID, { description: 'The key, by its id.' }) providerKeyId!: string;
}

@InputType({ description: 'Which keys. All of what is given has to fit.' })
export class ProviderKeyFilter extends CreatedFilter {
  @Field(() => KeyedProvider, { nullable: true, description: 'Of this provider.' })
  provider?: KeyedProvider | null;

  @Field(() => ID, { nullable: true, description: 'Of this customer.' })
  customerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: the service’s own alone. False: those of customers alone.',
  })
  isService?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its provider refuses it.' })
  isFailing?: boolean | null;
}

/** What the list can be ordered by. */
const ProviderKeyOrder = orderInput('ProviderKey', {
  CREATED_AT: 'When it was made.',
  PROVIDER: 'For which provider.',
  FAILING_SINCE: 'Since when the provider refuses it. Those that work come last.',
});
type ProviderKeyOrder = InstanceType<typeof ProviderKeyOrder>;

@ArgsType()
export class ProviderKeysArgs extends PageArgs {
  @Field(() => ProviderKeyFilter, { nullable: true })
  filter?: ProviderKeyFilter | null;

  @Field(() => ProviderKeyOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: ProviderKeyOrder | null;
}
