import { Field, ID, InputType } from 'type-graphql';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import { MOST_GIVEN_NAMES, MOST_TEXT } from './redaction.service.ts';
import { MOST_NAME_LENGTH, MOST_NAMES } from './text/name-list.ts';

/** Maximum characters of the token of an encrypted map. Enough for a text with the maximum number of findings. */
const MOST_MAP = 2_000_000;

@InputType({ description: 'Text to redact.' })
export class RedactTextInput {
  @LongText(MOST_TEXT)
  @Field(() => String, { description: `Text to redact, at most ${MOST_TEXT.toLocaleString('en')} characters.` })
  text!: string;

  @Field(() => [String], {
    nullable: true,
    description: `Names to redact in addition to those set by \`setRedactionNames\`, at most ${MOST_GIVEN_NAMES}. List each inflection as a name of its own.`,
  })
  names?: string[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Set to true to get an encrypted map, with which `restoreText` restores the text. Default: false.',
  })
  keepMap!: boolean;
}

@InputType({ description: 'Text whose placeholders are replaced by the original values.' })
export class RestoreTextInput {
  @LongText(MOST_TEXT)
  @Field(() => String, {
    description: `Text with placeholders, at most ${MOST_TEXT.toLocaleString('en')} characters. It can differ from the redacted text: all unchanged placeholders are restored.`,
  })
  text!: string;

  @LongText(MOST_MAP)
  @Field(() => String, {
    description:
      'Value of `map` that `redactText` returned with the text. Valid for one day and only for the same caller. All keys of a customer count as one caller, and so do anonymous callers of one network.',
  })
  map!: string;
}

@InputType({ description: 'New list of names that are redacted in a customer’s texts.' })
export class SetRedactionNamesInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the customer. Default: yourself, or for operators, the service account “Own use”.',
  })
  customerId?: string | null;

  @Field(() => [String], {
    description: `Names, at most ${MOST_NAMES.toLocaleString('en')}, each of 2 to ${MOST_NAME_LENGTH} characters. List each inflection as a name of its own. They replace the current list.`,
  })
  names!: string[];
}
