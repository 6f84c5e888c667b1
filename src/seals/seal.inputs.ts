import { Field, ID, InputType, Int } from 'type-graphql';

@InputType({ description: 'A text and what its sender has understood.' })
export class SealTextInput {
  @Field(() => String, { description: 'Sealed exactly as it is, to the last space and line end.' })
  text!: string;

  @Field(() => Boolean, { description: 'That the disclaimer was read and accepted. Must be true.' })
  disclaimerAcknowledged!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'The version that was shown. Refused when it is not in force; without it the one in force is meant.',
  })
  disclaimerVersion?: number | null;

  @Field(() => String, { defaultValue: 'en', description: 'Of the disclaimer, as in BCP 47.' })
  language!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Seals random bytes in front of the text, so that nobody can find a short text by trying. Keep the salt that is returned: without it the text cannot be checked.',
  })
  private!: boolean;

  @Field(() => ID, { nullable: true, description: 'A seal of yours whose text this one takes the place of.' })
  supersedes?: string | null;
}

@InputType({ description: 'The next version of a disclaimer.' })
export class PublishDisclaimerInput {
  @Field(() => String, { defaultValue: 'en', description: 'As in BCP 47, e.g. `pt-BR`.' })
  language!: string;

  @Field(() => String)
  text!: string;
}
