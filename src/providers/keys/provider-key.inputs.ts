import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { KeyedProvider } from './keyed-provider.ts';

const KEY = 'API key. Stored encrypted; only its last four characters are shown again.';

/** Scope of a key that a customer sets. */
export const KeyScope = graphEnum('KeyScope', 'Calls that use a provider key that a customer has set.', {
  ACCOUNT: 'The key is used for calls of this customer.',
  ORGANISATION:
    'The key is used for calls of all customers of an organisation. Planned: requests fail with `CAPABILITY_NOT_AVAILABLE`.',
});
export type KeyScope = keyof typeof KeyScope;

@InputType({ description: 'Provider and the API key that the service has there.' })
export class SetProviderKeyInput {
  @Field(() => KeyedProvider, { description: 'Provider that the key is for.' }) provider!: KeyedProvider;
  @Field(() => String, { description: KEY }) key!: string;
}

@InputType({ description: 'Provider and the API key of your account there.' })
export class SetOwnProviderKeyInput {
  @Field(() => KeyedProvider, { description: 'Provider that the key is for.' }) provider!: KeyedProvider;
  @Field(() => String, { description: KEY }) key!: string;

  @Field(() => KeyScope, { nullable: true, description: 'Calls that use the key. Default: ACCOUNT.' })
  scope?: KeyScope | null;
}

@InputType({ description: 'Provider key of the service to delete.' })
export class DeleteProviderKeyInput {
  @Field(() => ID, { description: 'Id of the key.' }) providerKeyId!: string;
}

@InputType({ description: 'Provider key of the caller’s account to delete.' })
export class DeleteOwnProviderKeyInput {
  @Field(() => ID, { description: 'Id of the key.' }) providerKeyId!: string;
}

@InputType({ description: 'Provider key of the service to test.' })
export class TestProviderKeyInput {
  @Field(() => ID, { description: 'Id of the key.' }) providerKeyId!: string;
}

@InputType({ description: 'Provider key of the caller’s account to test.' })
export class TestOwnProviderKeyInput {
  @Field(() => ID, { description: 'Id of the key.' }) providerKeyId!: string;
}

@InputType({ description: 'Filter for provider keys. All given conditions must match.' })
export class ProviderKeyFilter extends CreatedFilter {
  @Field(() => KeyedProvider, { nullable: true, description: 'Only keys for this provider.' })
  provider?: KeyedProvider | null;

  @Field(() => ID, { nullable: true, description: 'Only keys of this customer. Ignored by `ownProviderKeys`.' })
  customerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only keys of the service. False: only keys of customers. Ignored by `ownProviderKeys`.',
  })
  isService?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only keys that their provider refuses. False: only the others.',
  })
  isFailing?: boolean | null;
}

const ProviderKeyOrder = orderInput('ProviderKey', {
  CREATED_AT: 'Time of creation.',
  PROVIDER: 'Provider, alphabetically.',
  FAILING_SINCE: 'Time of the first refusal. Keys that aren’t refused come last.',
});
type ProviderKeyOrder = InstanceType<typeof ProviderKeyOrder>;

@ArgsType()
export class ProviderKeysArgs extends PageArgs {
  @Field(() => ProviderKeyFilter, { nullable: true, description: 'Only matching keys.' })
  filter?: ProviderKeyFilter | null;

  @Field(() => ProviderKeyOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: ProviderKeyOrder | null;
}
