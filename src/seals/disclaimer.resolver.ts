import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { AccessFor, AccessForEveryone } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { Disclaimer } from './disclaimer.entity.ts';
import type { DisclaimerService } from './disclaimer.service.ts';
import { PublishDisclaimerInput } from './seal.inputs.ts';

const PublishedDisclaimer = payloadOf('PublishedDisclaimer', 'The disclaimer was published.', {
  disclaimer: field<Disclaimer>(() => Disclaimer, {
    nullable: true,
    description:
      'The new version, or the current version if it has the same text. Null if part of it could not be read: see `errors`.',
  }),
});

const PublishDisclaimerResult = resultOf('PublishDisclaimer', PublishedDisclaimer);

@Resolver(() => Disclaimer)
export class DisclaimerResolver {
  readonly #disclaimers: DisclaimerService;

  constructor(disclaimers: DisclaimerService) {
    this.#disclaimers = disclaimers;
  }

  @AccessForEveryone()
  @Query(() => Disclaimer, {
    nullable: true,
    description: 'Disclaimer in force for a language. Null if none fits the language.',
  })
  disclaimer(
    @Arg('language', () => String, {
      defaultValue: 'en',
      description:
        'Language tag (BCP 47), case-insensitive. `en-US` finds `en` unless there is a disclaimer in `en-US`.',
    })
    language: string,
  ): Promise<Disclaimer | null> {
    return this.#disclaimers.current(language);
  }

  @AccessFor('disclaimers:publish')
  @AfterStepUp()
  @Mutation(() => PublishDisclaimerResult, {
    nullable: true,
    description:
      'Publishes the next version of the disclaimer for a language, in force immediately. Publishing the same text again changes nothing.',
  })
  async publishDisclaimer(
    @Arg('input', () => PublishDisclaimerInput) input: PublishDisclaimerInput,
    @Ctx() ctx: Context,
  ): Promise<typeof PublishDisclaimerResult> {
    const result = await this.#disclaimers.publish(ctx, input);
    return result instanceof Problem ? result : new PublishedDisclaimer({ disclaimer: result });
  }

  find(ctx: Context, id: string): Promise<Disclaimer | null> {
    return ctx.em.findOne(Disclaimer, id);
  }
}
