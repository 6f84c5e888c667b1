import { Arg, Ctx, createUnionType, Mutation, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { InputInvalid } from '../platform/graphql/problem.ts';
import type { RequestContext } from '../platform/graphql/request-context.ts';
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

  @Query(() => Disclaimer, { nullable: true, description: 'What sealing a text asks to accept, as it is in force.' })
  disclaimer(
    @Arg('language', () => String, { defaultValue: 'en', description: 'As in BCP 47.' }) language: string,
  ): Promise<Disclaimer | null> {
    return this.#disclaimers.current(language);
  }

  @AccessFor('OPERATOR:ADMIN')
  @Mutation(() => PublishDisclaimerResult, {
    description: 'Publishes the next version of a language, in force at once. The same text again changes nothing.',
  })
  publishDisclaimer(
    @Arg('input', () => PublishDisclaimerInput) input: PublishDisclaimerInput,
    @Ctx() ctx: RequestContext,
  ): Promise<typeof PublishDisclaimerResult> {
    return this.#disclaimers.publish(ctx.em, input);
  }

  find(ctx: RequestContext, id: string): Promise<Disclaimer | null> {
    return ctx.em.findOne(Disclaimer, id);
  }
}
