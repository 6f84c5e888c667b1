import { Field, ID, InputType } from 'type-graphql';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import { MOST_GIVEN_NAMES, MOST_TEXT } from './redaction.service.ts';
import { MOST_NAME_LENGTH, MOST_NAMES } from './text/name-list.ts';

/** A sealed map of all that can be in a text. */
const MOST_MAP = 2_000_000;

@InputType({ description: 'A text that is to be redacted.' })
export class RedactTextInput {
  @LongText(MOST_TEXT)
  @Field(() => String, { description: `At most ${MOST_TEXT.toLocaleString('en')} characters.` })
  text!: string;

  @Field(() => [String], {
    nullable: true,
    description: `Names to look for beside those of your list, at most ${MOST_GIVEN_NAMES}, each as it may stand there: inflections as names of their own.`,
  })
  names?: string[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the answer has an encrypted map, with which `restoreText` gives the text back.',
  })
  keepMap!: boolean;
}

@InputType({ description: 'A text whose placeholders are to be put back.' })
export class RestoreTextInput {
  @LongText(MOST_TEXT)
  @Field(() => String, {
    description: `At most ${MOST_TEXT.toLocaleString('en')} characters. It may have been changed: placeholders that are as they were are restored.`,
  })
  text!: string;

  @LongText(MOST_MAP)
  @Field(() => String, { description: 'The map that `redactText` gave, to you, within a day.' })
  map!: string;
}

@InputType({ description: 'Names that are redacted in all texts of a customer.' })
export class SetRedactionNamesInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The customer. Left out: yourself; of an operator, the house.',
  })
  customerId?: string | null;

  @Field(() => [String], {
    description: `At most ${MOST_NAMES.toLocaleString('en')}, each of 2 to ${MOST_NAME_LENGTH} characters, inflections as names of their own. They take the place of those there were.`,
  })
  names!: string[];
}
