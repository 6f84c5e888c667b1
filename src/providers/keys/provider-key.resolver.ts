import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Arg, Args, Ctx, Field, ID, Info, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../../platform/graphql/schema/connection.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { FailureClass } from '../provider-failure.ts';
import type { CredentialTestResult } from './key-test.ts';
import { ProviderKey } from './provider-key.entity.ts';
import {
  DeleteOwnProviderKeyInput,
  DeleteProviderKeyInput,
  KeyScope,
  ProviderKeysArgs,
  SetOwnProviderKeyInput,
  SetProviderKeyInput,
  TestOwnProviderKeyInput,
  TestProviderKeyInput,
} from './provider-key.inputs.ts';
import { ownProviderKeyPages, providerKeyPages } from './provider-key.reads.ts';
import type { ProviderKeyService } from './provider-key.service.ts';

const ProviderKeyConnection = connectionOf(ProviderKey, 'ProviderKey');

const StoredProviderKey = payloadOf(
  'StoredProviderKey',
  'The key is used from now on, by all processes within a second. The previous key was deleted.',
  { providerKey: changed(() => ProviderKey) },
);

const DeletedProviderKey = payloadOf(
  'DeletedProviderKey',
  'The key was deleted. All processes stop using it within a second.',
  { providerKeyId: field<string>(() => ID, { description: 'Id of the deleted key.' }) },
);

@ObjectType({ description: 'Result of testing a credential with a free request.' })
export class TestedCredential {
  @Field(() => Boolean, { description: 'True if the provider accepted the credential.' })
  readonly isAccepted: boolean;

  @Field(() => FailureClass, {
    nullable: true,
    description: 'Reason of the failure. Null if the credential was accepted.',
  })
  readonly failure: FailureClass | null;

  @Field(() => String, { description: 'Result in words, for a person.' })
  readonly message: string;

  @Field(() => GraphQLNonNegativeInt, { description: 'Milliseconds until the response or the failure.' })
  readonly latencyMs: number;

  constructor({ failure, latencyMs }: CredentialTestResult) {
    this.isAccepted = failure === null;
    this.failure = failure?.failure ?? null;
    this.message = failure?.message ?? 'The credential was accepted.';
    this.latencyMs = latencyMs;
  }
}

const SetProviderKeyResult = resultOf('SetProviderKey', StoredProviderKey);
const DeleteProviderKeyResult = resultOf('DeleteProviderKey', DeletedProviderKey, [NotFound]);
const TestProviderKeyResult = resultOf('TestProviderKey', TestedCredential, [NotFound]);
const SetOwnProviderKeyResult = resultOf('SetOwnProviderKey', StoredProviderKey);
const DeleteOwnProviderKeyResult = resultOf('DeleteOwnProviderKey', DeletedProviderKey, [NotFound]);
const TestOwnProviderKeyResult = resultOf('TestOwnProviderKey', TestedCredential, [NotFound]);

/** Finds a key that the caller can see. */
const findProviderKey = entityFinder(ProviderKey, ({ principal }) => {
  if (can(principal, 'provider-keys:manage')) return {};
  if (!can(principal, 'own-provider-keys:manage') || principal.subjectId === null) return null;
  return { customerId: principal.subjectId };
});

@Resolver(() => ProviderKey)
export class ProviderKeyResolver {
  readonly #keys: ProviderKeyService;

  constructor(keys: ProviderKeyService) {
    this.#keys = keys;
  }

  @AccessFor('provider-keys:manage')
  @Query(() => ProviderKeyConnection, {
    description: 'Provider keys of the service and of customers, newest first.',
  })
  providerKeys(
    @Args(() => ProviderKeysArgs) args: ProviderKeysArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<ProviderKey>> {
    return providerKeyPages.read(ctx, args, info);
  }

  @AccessFor('provider-keys:manage')
  @AfterStepUp()
  @Mutation(() => SetProviderKeyResult, {
    nullable: true,
    description:
      'Sets the key of the service for a provider, which is used for customers without their own. It has precedence over a key in the environment.',
  })
  async setProviderKey(
    @Arg('input', () => SetProviderKeyInput) { provider, key }: SetProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SetProviderKeyResult> {
    const result = await this.#keys.set(ctx, null, provider, key);
    return result instanceof Problem ? result : new StoredProviderKey({ providerKey: result });
  }

  @AccessFor('provider-keys:manage')
  @AfterStepUp()
  @Mutation(() => DeleteProviderKeyResult, {
    nullable: true,
    description:
      'Deletes a provider key of the service. A key in the environment, if set, is used instead. Keys of customers can only be deleted by the customers themselves.',
  })
  async deleteProviderKey(
    @Arg('input', () => DeleteProviderKeyInput) { providerKeyId }: DeleteProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof DeleteProviderKeyResult> {
    const result = await this.#keys.remove(ctx, null, providerKeyId);
    return result instanceof Problem ? result : new DeletedProviderKey({ providerKeyId: result });
  }

  @AccessFor('provider-keys:manage')
  @Mutation(() => TestProviderKeyResult, {
    nullable: true,
    description: 'Tests a provider key of the service with a free request to the provider. No model is called.',
  })
  async testProviderKey(
    @Arg('input', () => TestProviderKeyInput) { providerKeyId }: TestProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof TestProviderKeyResult> {
    const result = await this.#keys.test(ctx, null, providerKeyId);
    return result instanceof Problem ? result : new TestedCredential(result);
  }

  /** Reads a key for the `node` query. */
  find(ctx: Context, id: string): Promise<ProviderKey | null> {
    return findProviderKey(ctx, id);
  }
}

/** Resolves the keys of the calling customer. */
@Resolver(() => ProviderKey)
export class OwnProviderKeyResolver {
  readonly #keys: ProviderKeyService;

  constructor(keys: ProviderKeyService) {
    this.#keys = keys;
  }

  @AccessFor('own-provider-keys:manage')
  @Query(() => ProviderKeyConnection, { description: 'Your own provider keys, newest first.' })
  ownProviderKeys(
    @Args(() => ProviderKeysArgs) args: ProviderKeysArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<ProviderKey>> {
    return ownProviderKeyPages.read(ctx, args, info);
  }

  @AccessFor('own-provider-keys:manage')
  @AfterStepUp()
  @Mutation(() => SetOwnProviderKeyResult, {
    nullable: true,
    description:
      'Sets your own key for a provider. Requires the plan PRO or higher. Tasks that can use this provider then use only your own keys: a failure is an error, and never falls back to a key of the service.',
  })
  async setOwnProviderKey(
    @Arg('input', () => SetOwnProviderKeyInput) { provider, key, scope }: SetOwnProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SetOwnProviderKeyResult> {
    if (scope === KeyScope.ORGANISATION) {
      throw new Refusal(
        'CAPABILITY_NOT_AVAILABLE',
        'Keys for a whole organisation aren’t available yet. Set a key for each account.',
      );
    }
    const result = await this.#keys.set(ctx, await this.#keys.assertMayBringKeys(ctx), provider, key);
    return result instanceof Problem ? result : new StoredProviderKey({ providerKey: result });
  }

  @AccessFor('own-provider-keys:manage')
  @Mutation(() => DeleteOwnProviderKeyResult, {
    nullable: true,
    description:
      'Deletes your own key for a provider. Tasks for which you have no other own key then use keys of the service.',
  })
  async deleteOwnProviderKey(
    @Arg('input', () => DeleteOwnProviderKeyInput) { providerKeyId }: DeleteOwnProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof DeleteOwnProviderKeyResult> {
    const result = await this.#keys.remove(ctx, ctx.principal.subjectId!, providerKeyId);
    return result instanceof Problem ? result : new DeletedProviderKey({ providerKeyId: result });
  }

  @AccessFor('own-provider-keys:manage')
  @Mutation(() => TestOwnProviderKeyResult, {
    nullable: true,
    description: 'Tests your key with a free request to its provider. No model is called.',
  })
  async testOwnProviderKey(
    @Arg('input', () => TestOwnProviderKeyInput) { providerKeyId }: TestOwnProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof TestOwnProviderKeyResult> {
    const result = await this.#keys.test(ctx, ctx.principal.subjectId!, providerKeyId);
    return result instanceof Problem ? result : new TestedCredential(result);
  }
}
