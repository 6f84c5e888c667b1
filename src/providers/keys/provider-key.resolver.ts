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
  KeyScope,
  ProviderKeysArgs,
  RemoveOwnProviderKeyInput,
  RemoveProviderKeyInput,
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

const RemovedProviderKey = payloadOf(
  'RemovedProviderKey',
  'The key was deleted. All processes stop using it within a second.',
  { providerKeyId: field<string>(() => ID, { description: 'Id of the deleted key.' }) },
);

@ObjectType({ description: 'What came of showing a key to whom it is for, by a request that costs nothing.' })
export class TestedCredential {
  @Field(() => Boolean, { description: 'Whether it was accepted.' })
  readonly isAccepted: boolean;

  @Field(() => FailureClass, { nullable: true, description: 'Why not. Null: it was.' })
  readonly failure: FailureClass | null;

  @Field(() => String, { description: 'The same for a person.' })
  readonly message: string;

  @Field(() => GraphQLNonNegativeInt, { description: 'Milliseconds until the answer.' })
  readonly latencyMs: number;

  constructor({ failure, latencyMs }: CredentialTestResult) {
    this.isAccepted = failure === null;
    this.failure = failure?.failure ?? null;
    this.message = failure?.message ?? 'It was accepted.';
    this.latencyMs = latencyMs;
  }
}

const SetProviderKeyResult = resultOf('SetProviderKey', StoredProviderKey);
const RemoveProviderKeyResult = resultOf('RemoveProviderKey', RemovedProviderKey, [NotFound]);
const TestProviderKeyResult = resultOf('TestProviderKey', TestedCredential, [NotFound]);
const SetOwnProviderKeyResult = resultOf('SetOwnProviderKey', StoredProviderKey);
const RemoveOwnProviderKeyResult = resultOf('RemoveOwnProviderKey', RemovedProviderKey, [NotFound]);
const TestOwnProviderKeyResult = resultOf('TestOwnProviderKey', TestedCredential, [NotFound]);

/** The service's keys, for operators. */
/** Those that the viewer may see. */
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
    description: 'Keys for providers: the service’s own and those of customers, newest first.',
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
    description: 'Sets the key that is used for everybody who has none. It comes before the one of the environment.',
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
  @Mutation(() => RemoveProviderKeyResult, {
    nullable: true,
    description: 'Removes a key of the service’s own. A customer’s is the customer’s to remove.',
  })
  async removeProviderKey(
    @Arg('input', () => RemoveProviderKeyInput) { providerKeyId }: RemoveProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RemoveProviderKeyResult> {
    const result = await this.#keys.remove(ctx, null, providerKeyId);
    return result instanceof Problem ? result : new RemovedProviderKey({ providerKeyId: result });
  }

  @AccessFor('provider-keys:manage')
  @Mutation(() => TestProviderKeyResult, {
    nullable: true,
    description: 'Shows a key to its provider. No model is called.',
  })
  async testProviderKey(
    @Arg('input', () => TestProviderKeyInput) { providerKeyId }: TestProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof TestProviderKeyResult> {
    const result = await this.#keys.test(ctx, null, providerKeyId);
    return result instanceof Problem ? result : new TestedCredential(result);
  }

  /** For `node`. */
  find(ctx: Context, id: string): Promise<ProviderKey | null> {
    return findProviderKey(ctx, id);
  }
}

/** A customer's own keys. */
@Resolver(() => ProviderKey)
export class OwnProviderKeyResolver {
  readonly #keys: ProviderKeyService;

  constructor(keys: ProviderKeyService) {
    this.#keys = keys;
  }

  @AccessFor('own-provider-keys:manage')
  @Query(() => ProviderKeyConnection, { description: 'Your own keys for providers, newest first.' })
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
      'Sets your own key, from the plan PRO up. From then on this provider is called for you with this key or not at all: one that fails is an error, and never a call on ours.',
  })
  async setOwnProviderKey(
    @Arg('input', () => SetOwnProviderKeyInput) { provider, key, scope }: SetOwnProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SetOwnProviderKeyResult> {
    if (scope === KeyScope.ORGANISATION) {
      throw new Refusal(
        'CAPABILITY_NOT_AVAILABLE',
        'Keys for a whole organisation are planned. Set one for each account until then.',
      );
    }
    const result = await this.#keys.set(ctx, await this.#keys.assertMayBringKeys(ctx), provider, key);
    return result instanceof Problem ? result : new StoredProviderKey({ providerKey: result });
  }

  @AccessFor('own-provider-keys:manage')
  @Mutation(() => RemoveOwnProviderKeyResult, {
    nullable: true,
    description: 'Removes your own key. From then on this provider is called for you with ours, where there is one.',
  })
  async removeOwnProviderKey(
    @Arg('input', () => RemoveOwnProviderKeyInput) { providerKeyId }: RemoveOwnProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RemoveOwnProviderKeyResult> {
    const result = await this.#keys.remove(ctx, ctx.principal.subjectId!, providerKeyId);
    return result instanceof Problem ? result : new RemovedProviderKey({ providerKeyId: result });
  }

  @AccessFor('own-provider-keys:manage')
  @Mutation(() => TestOwnProviderKeyResult, {
    nullable: true,
    description: 'Shows your key to its provider. No model is called.',
  })
  async testOwnProviderKey(
    @Arg('input', () => TestOwnProviderKeyInput) { providerKeyId }: TestOwnProviderKeyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof TestOwnProviderKeyResult> {
    const result = await this.#keys.test(ctx, ctx.principal.subjectId!, providerKeyId);
    return result instanceof Problem ? result : new TestedCredential(result);
  }
}
