import { GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, Int } from 'type-graphql';
import { type AnySetting, LONGEST_TEXT } from '../platform/config/settings.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { sentenceOf } from '../platform/errors/value-sentences.ts';
import { InputInvalid } from '../platform/graphql/schema/problem.ts';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import type { PlainValue } from './setting.sql.ts';
import { SettingName } from './setting-name.ts';
import type { SettingUpdate } from './settings.ts';

export const DEFAULT_OVERLAP_HOURS = 24;
/** A week: what goes on for longer is forgotten. */
export const MAX_OVERLAP_HOURS = 168;

@InputType({ description: 'A value of the type that the setting has, or `reset`.' })
export class ChangeSettingInput {
  @Field(() => SettingName, { description: 'Which setting.' })
  name!: string;

  @Field(() => Boolean, { nullable: true, description: 'For a setting that is on or off.' })
  boolean?: boolean | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'For a setting that is a whole number.' })
  integer?: number | null;

  @LongText(LONGEST_TEXT)
  @Field(() => String, { nullable: true, description: 'For a setting that is a text.' })
  text?: string | null;

  @Field(() => String, { nullable: true, description: 'It is shown nowhere again.' })
  secret?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Gives the value of the environment, or the default, its place back.',
  })
  reset?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: `For a secret that others show: how many hours the one in force goes on beside the new one, 0 to ${MAX_OVERLAP_HOURS}. Default: ${DEFAULT_OVERLAP_HOURS}. With 0, earlier ones end at once as well.`,
  })
  overlapHours?: number | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'The version that was read. Where there is another by now, nothing is changed. Left out: whatever there is.',
  })
  expectedVersion?: number | null;
}

const FIELD_OF = {
  BOOLEAN: 'boolean',
  INTEGER: 'integer',
  TEXT: 'text',
  ENVELOPED_SECRET: 'secret',
  COMPARED_SECRET: 'secret',
} as const;

/** What an input asks for, or all that is wrong with it. What it says of a secret never has the secret in it. */
export function changeOf(setting: AnySetting, input: ChangeSettingInput): SettingUpdate | InputInvalid {
  const issues: ValueIssue[] = [];
  const field = FIELD_OF[setting.kind];
  const given = (['boolean', 'integer', 'text', 'secret'] as const).filter((name) => input[name] != null);
  for (const name of given.filter((name) => name !== field)) {
    issues.push({ pointer: `/${name}`, detail: `This setting takes \`${field}\`, not \`${name}\`.` });
  }
  const value: PlainValue | null = input[field] ?? null;
  if (input.reset && value !== null) {
    issues.push({ pointer: '/reset', detail: `Send either \`${field}\` or \`reset\`, not both.` });
  } else if (!input.reset && value === null && issues.length === 0) {
    issues.push({
      pointer: `/${field}`,
      detail: `Send \`${field}\`, or \`reset\` to have the value from the start again.`,
    });
  } else if (value !== null) {
    const parsed = setting.schema.safeParse(value, { error: sentenceOf });
    for (const { message } of parsed.error?.issues ?? []) issues.push({ pointer: `/${field}`, detail: message });
  }
  const overlapHours = overlapOf(setting, input.overlapHours ?? null, issues);
  return issues.length > 0
    ? new InputInvalid(issues)
    : { value, overlapHours, expectedVersion: input.expectedVersion ?? null };
}

function overlapOf({ kind }: AnySetting, hours: number | null, issues: ValueIssue[]): number | null {
  const pointer = '/overlapHours';
  if (kind !== 'COMPARED_SECRET') {
    if (hours !== null) issues.push({ pointer, detail: 'Only secrets that others show can go on beside a new one.' });
    return null;
  }
  if (hours !== null && (hours < 0 || hours > MAX_OVERLAP_HOURS)) {
    issues.push({ pointer, detail: `An earlier secret goes on for 0 to ${MAX_OVERLAP_HOURS} hours.` });
  }
  return hours ?? DEFAULT_OVERLAP_HOURS;
}
