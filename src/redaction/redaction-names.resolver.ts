import { Arg, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { SetRedactionNamesInput } from './redaction.inputs.ts';
import type { CustomerNames, RedactionNamesService } from './redaction-names.service.ts';

@ObjectType('RedactionNames', {
  description: 'Names that are redacted in a customer’s texts: by `redactText`, and in prompts of tasks that redact.',
})
class RedactionNamesView {
  @Field(() => ID, { description: 'Id of the customer.' }) readonly customerId: string;
  @Field(() => [String], { description: 'Names that are redacted.' }) readonly names: readonly string[];

  constructor({ customerId, names }: CustomerNames) {
    this.customerId = customerId;
    this.names = names;
  }
}

@ObjectType({
  description:
    'The names were stored. Texts that are redacted later use these names; in other processes of the service, within a second.',
})
class StoredRedactionNames {
  @Field(() => RedactionNamesView, {
    nullable: true,
    description: 'The stored list of names. Null if part of it could not be read: see `errors`.',
  })
  readonly redactionNames: RedactionNamesView;

  constructor(names: CustomerNames) {
    this.redactionNames = new RedactionNamesView(names);
  }
}

const SetRedactionNamesResult = resultOf('SetRedactionNames', StoredRedactionNames, [NotFound]);

/** Queries and changes of the names that are redacted in a customer's texts. */
@Resolver()
export class RedactionNamesResolver {
  readonly #names: RedactionNamesService;

  constructor(names: RedactionNamesService) {
    this.#names = names;
  }

  @AccessFor('own-redaction-names:manage')
  @Query(() => RedactionNamesView, {
    nullable: true,
    description: 'Names that are redacted in a customer’s texts. Null if the customer doesn’t exist.',
  })
  async redactionNames(
    @Arg('customerId', () => ID, {
      nullable: true,
      description: 'Id of the customer. Default: yourself, or for operators, the service account “Own use”.',
    })
    customerId: string | null,
    @Ctx() ctx: Context,
  ): Promise<RedactionNamesView | null> {
    const names = await this.#names.of(ctx, customerId ?? null);
    return names && new RedactionNamesView(names);
  }

  @AccessFor('own-redaction-names:manage')
  @Mutation(() => SetRedactionNamesResult, {
    nullable: true,
    description: 'Replaces the names that are redacted in a customer’s texts. They are stored encrypted.',
  })
  async setRedactionNames(
    @Arg('input', () => SetRedactionNamesInput) { customerId, names }: SetRedactionNamesInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SetRedactionNamesResult> {
    const result = await this.#names.set(ctx, customerId ?? null, names);
    return result instanceof Problem ? result : new StoredRedactionNames(result);
  }
}
