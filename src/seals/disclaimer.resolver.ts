import { Arg, Ctx, createUnionType, Mutation, Query, Resolver } from 'type-graphql';
import { AccessFor, AccessForEverybody } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { InputInvalid } from '../platform/graphql/problem.ts';
import { Disclaimer } from './disclaimer.entity.ts';
import type { DisclaimerService } from './disclaimer.service.ts';
import { PublishDisclaimerInput } from './seal.inputs.ts';

const PublishDisclaimerResult = createUnionType({
  name: 'PublishDisclaimerResult',
  types: () => [Disclaimer, InputInvalid] as const,
});

@Resolver(() => Disclaimer)
export class DisclaimerResolver {
  readonly #disclaimers: DisclaimerService;

  constructor(disclaimers: DisclaimerService) {
    this.#disclaimers = disclaimers;
  }

  @AccessForEverybody()
  @Query(() => Disclaimer, { nullable: true, description: 'What sealing a text asks to accept, as it is in force.' })
  disclaimer(
    @Arg('language', () => String, { defaultValue: 'en', description: 'As in BCP 47.' }) language: string,
  ): Promise<Disclaimer | null> {
    return this.#disclaimers.current(language);
  }

  @AccessFor('disclaimers:publish')
  @Mutation(() => PublishDisclaimerResult, {
    description: 'Publishes the next version of a language, in force at once. The same text again changes nothing.',
  })
  publishDisclaimer(
    @Arg('input', () => PublishDisclaimerInput) input: PublishDisclaimerInput,
    @Ctx() ctx: Context,
  ): Promise<typeof PublishDisclaimerResult> {
    return this.#disclaimers.publish(ctx, input);
  }

  find(ctx: Context, id: string): Promise<Disclaimer | null> {
    return ctx.em.findOne(Disclaimer, id);
  }
}
