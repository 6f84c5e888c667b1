import { Arg, Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessForEveryone } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { RedactTextInput, RestoreTextInput } from './redaction.inputs.ts';
import { RedactionMapRefused } from './redaction.problems.ts';
import type { RedactedText, RedactionService } from './redaction.service.ts';
import { RedactedTextView } from './redaction.types.ts';

@ObjectType({ description: 'The text was redacted. The service stores no copy.' })
class RedactedTextPayload {
  @Field(() => RedactedTextView, {
    nullable: true,
    description: 'Redacted text. Null if part of it could not be read: see `errors`.',
  })
  readonly redacted: RedactedTextView;

  constructor(redacted: RedactedText) {
    this.redacted = new RedactedTextView(redacted);
  }
}

const RestoredTextPayload = payloadOf(
  'RestoredTextPayload',
  'The text with its placeholders replaced by the original values.',
  {
    text: field<string>(() => String, { description: 'The restored text.' }),
  },
);

const RedactTextResult = resultOf('RedactText', RedactedTextPayload);
const RestoreTextResult = resultOf('RestoreText', RestoredTextPayload, [RedactionMapRefused]);

/** Redacts and restores single texts, without a model. */
@Resolver()
export class RedactionResolver {
  readonly #redaction: RedactionService;

  constructor(redaction: RedactionService) {
    this.#redaction = redaction;
  }

  @AccessForEveryone()
  @RecordedElsewhere('nowhere: it changes nothing')
  @Mutation(() => RedactTextResult, {
    nullable: true,
    description:
      'Replaces personal data by placeholders: data recognised by its form, its check digits or a list of names. No model is called, and nothing is stored. Needs the permission `texts:redact`, or an installation with the sandbox on.',
  })
  async redactText(
    @Arg('input', () => RedactTextInput) { text, names, keepMap }: RedactTextInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RedactTextResult> {
    const result = await this.#redaction.redact(ctx, { text, names: names ?? [], keepMap });
    return result instanceof Problem ? result : new RedactedTextPayload(result);
  }

  @AccessForEveryone()
  @RecordedElsewhere('nowhere: it changes nothing')
  @AfterStepUp()
  @Mutation(() => RestoreTextResult, {
    nullable: true,
    description:
      'Replaces placeholders by their original values, with the encrypted map that `redactText` returned to you. Nothing is stored.',
  })
  async restoreText(
    @Arg('input', () => RestoreTextInput) input: RestoreTextInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RestoreTextResult> {
    const result = await this.#redaction.restore(ctx, input);
    return result instanceof Problem ? result : new RestoredTextPayload({ text: result });
  }
}
