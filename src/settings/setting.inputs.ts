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
/** Maximum overlap of a replaced and a new secret: one week. A longer overlap is usually a rotation that was forgotten. */
export const MAX_OVERLAP_HOURS = 168;

@InputType({ description: 'New value of a setting, in the field for its type, or `reset`.' })
export class UpdateSettingInput {
  @Field(() => SettingName, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => Boolean, { nullable: true, description: 'New value of an on/off setting.' })
  boolean?: boolean | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'New value of an integer setting.' })
  integer?: number | null;

  @LongText(LONGEST_TEXT)
  @Field(() => String, { nullable: true, description: 'New value of a text setting.' })
  text?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'New value of a secret setting. It can’t be read back.',
  })
  secret?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Set to true to restore the value of the environment, or the default.',
  })
  reset?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: `Hours during which the current secret stays valid next to the new one; only for secrets that other systems send. 0 to ${MAX_OVERLAP_HOURS}, default ${DEFAULT_OVERLAP_HOURS}. 0 also ends earlier secrets at once.`,
  })
  overlapHours?: number | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Version the caller last read. If the setting has changed since, nothing is saved and the result is `SettingChanged`. Omit to overwrite.',
  })
  ifVersion?: number | null;
}

const FIELD_OF = {
  BOOLEAN: 'boolean',
  INTEGER: 'integer',
  TEXT: 'text',
  ENVELOPED_SECRET: 'secret',
  COMPARED_SECRET: 'secret',
} as const;

/** Converts the input of `updateSetting` to an update, or returns all its problems. Messages never contain the secret. */
export function changeOf(setting: AnySetting, input: UpdateSettingInput): SettingUpdate | InputInvalid {
  const issues: ValueIssue[] = [];
  const field = FIELD_OF[setting.kind];
  const given = (['boolean', 'integer', 'text', 'secret'] as const).filter((name) => input[name] != null);
  for (const name of given.filter((name) => name !== field)) {
    issues.push({ pointer: `/${name}`, detail: `Use \`${field}\` for this setting, not \`${name}\`.` });
  }
  const value: PlainValue | null = input[field] ?? null;
  if (input.reset && value !== null) {
    issues.push({ pointer: '/reset', detail: `Send either \`${field}\` or \`reset\`, not both.` });
  } else if (!input.reset && value === null && issues.length === 0) {
    issues.push({
      pointer: `/${field}`,
      detail: `Send \`${field}\`, or \`reset\` to restore the value of the environment or the default.`,
    });
  } else if (value !== null) {
    const parsed = setting.schema.safeParse(value, { error: sentenceOf });
    for (const { message } of parsed.error?.issues ?? []) issues.push({ pointer: `/${field}`, detail: message });
  }
  const overlapHours = overlapOf(setting, input.overlapHours ?? null, issues);
  return issues.length > 0 ? new InputInvalid(issues) : { value, overlapHours, ifVersion: input.ifVersion ?? null };
}

function overlapOf({ kind }: AnySetting, hours: number | null, issues: ValueIssue[]): number | null {
  const pointer = '/overlapHours';
  if (kind !== 'COMPARED_SECRET') {
    if (hours !== null)
      issues.push({
        pointer,
        detail: '`overlapHours` is only possible for secrets that other systems send to this service. Omit it.',
      });
    return null;
  }
  if (hours !== null && (hours < 0 || hours > MAX_OVERLAP_HOURS)) {
    issues.push({ pointer, detail: `\`overlapHours\` is ${hours}. Use 0 to ${MAX_OVERLAP_HOURS}.` });
  }
  return hours ?? DEFAULT_OVERLAP_HOURS;
}
