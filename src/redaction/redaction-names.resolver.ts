import { Arg, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { SetRedactionNamesInput } from './redaction.inputs.ts';
import type { CustomerNames, RedactionNamesService } from './redaction-names.service.ts';

@ObjectType('RedactionNames', { description: 'Names that are redacted in all texts of a customer.' })
class RedactionNamesView {
  @Field(() => ID, { description: 'Whose list it is.' }) readonly customerId: string;
  @Field(() => [String], { description: 'As they were given.' }) readonly names: readonly string[];

  constructor({ customerId, names }: CustomerNames) {
    this.customerId = customerId;
    this.names = names;
  }
}

@ObjectType({ description: 'The names are redacted from the next text on, by every process after a second.' })
class StoredRedactionNames {
  @Field(() => RedactionNamesView, { nullable: true, description: 'Null when part of it could not be read.' })
  readonly redactionNames: RedactionNamesView;

  constructor(names: CustomerNames) {
    this.redactionNames = new RedactionNamesView(names);
  }
}

const SetRedactionNamesResult = resultOf('SetRedactionNames', StoredRedactionNames, [NotFound]);

/** Names that are redacted in all texts of a customer. */
@Resolver()
export class RedactionNamesResolver {
  readonly #names: RedactionNamesService;

  constructor(names: RedactionNamesService) {
    this.#names = names;
  }

  @AccessFor('own-redaction-names:manage')
  @Query(() => RedactionNamesView, {
    nullable: true,
    description: 'Names that are redacted in all texts of a customer. Null: there is no such customer.',
  })
  async redactionNames(
    @Arg('customerId', () => ID, {
      nullable: true,
      description: 'Left out: your own; of an operator, those of the house.',
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
    description: 'Says which names are redacted in all texts of a customer. They are kept encrypted.',
  })
  async setRedactionNames(
    @Arg('input', () => SetRedactionNamesInput) { customerId, names }: SetRedactionNamesInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SetRedactionNamesResult> {
    const result = await this.#names.set(ctx, customerId ?? null, names);
    return result instanceof Problem ? result : new StoredRedactionNames(result);
  }
}
