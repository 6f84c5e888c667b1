import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { createUnionType, Field, Int, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { Role } from '../platform/auth/roles.ts';
import { type AnySetting, isSecret, type SettingOf, sectionOf, titleOf } from '../platform/config/settings.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { REGISTRY } from '../platform/registry.ts';
import {
  type PlainValue,
  readStored,
  readUses,
  type SecretUses,
  type SettingChangeRow,
  type StoredSettingRow,
} from './setting.sql.ts';
import { SettingName } from './setting-name.ts';
import { SettingOrigin } from './setting-origin.ts';
import { SettingUnit } from './setting-unit.ts';
import { fingerprintOf, type Settings } from './settings.ts';

@ObjectType({ description: 'On or off value of a setting.' })
class BooleanValue {
  @Field(() => Boolean, { description: 'True if the setting is on.' }) readonly boolean: boolean;

  constructor(boolean: boolean) {
    this.boolean = boolean;
  }
}

@ObjectType({ description: 'Integer value of a setting.' })
class IntegerValue {
  @Field(() => GraphQLSafeInt, { description: 'Whole number, in the unit of the setting.' }) readonly integer: number;

  constructor(integer: number) {
    this.integer = integer;
  }
}

@ObjectType({ description: 'Text value of a setting.' })
class TextValue {
  @Field(() => String, { description: 'Text of the setting.' }) readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

@ObjectType({ description: 'Secret value of a setting. Only its fingerprint can be read.' })
class SecretValue {
  @Field(() => String, {
    nullable: true,
    description:
      'First eight hex digits of the secret’s SHA-256, as `printf %s SECRET | sha256sum` prints them. Null if no secret is set, if it was revoked without a replacement, or if it can’t be decrypted.',
  })
  readonly fingerprint: string | null;

  constructor(fingerprint: string | null) {
    this.fingerprint = fingerprint;
  }
}

const SettingValue = createUnionType({
  name: 'SettingValue',
  description: 'Value of the type that its setting has.',
  types: () => [BooleanValue, IntegerValue, TextValue, SecretValue] as const,
});
type SettingValue = BooleanValue | IntegerValue | TextValue | SecretValue;

const MAX_SECTION_DEPTH = 4;
/** Maximum number of earlier secrets shown: those that stay valid longest. */
const MAX_EARLIER = 20;

@ObjectType('PreviousSecret', { description: 'Replaced secret that stays valid until `validUntil`.' })
class PreviousSecretView {
  @Field(() => String, { description: 'Fingerprint of the secret: the first eight hex digits of its SHA-256.' })
  readonly fingerprint: string;
  @Field(() => GraphQLDateTime, { description: 'Time from which the secret is refused.' }) readonly validUntil: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last use, to the minute. Null if it was never used.',
  })
  readonly lastUsedAt: Date | null;

  constructor({ digest, validUntil }: StoredSettingRow['earlier'][number], uses: SecretUses) {
    this.fingerprint = fingerprintOf(Buffer.from(digest, 'hex'));
    this.validUntil = new Date(validUntil);
    this.lastUsedAt = timeOf(uses[digest]);
  }
}

@ObjectType('SettingChange', { description: 'Change of a setting. Kept forever.' })
export class SettingChangeView {
  @Field(() => GraphQLDateTime, { description: 'Time of the change by the database’s clock.' })
  readonly changedAt: Date;
  @Field(() => String, { description: 'Actor of the change, e.g. `operator:admin`.' }) readonly changedBy: string;
  @Field(() => SettingOrigin, { description: 'Origin of the value before the change.' })
  readonly fromOrigin: SettingOrigin;
  @Field(() => SettingValue, { description: 'Value before the change.' }) readonly from: SettingValue;
  @Field(() => SettingOrigin, {
    description: 'Origin of the value after the change. After a reset: the environment or the default.',
  })
  readonly toOrigin: SettingOrigin;
  @Field(() => SettingValue, { description: 'Value after the change.' }) readonly to: SettingValue;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Hours that the earlier secret stayed valid. Null for settings without an overlap.',
  })
  readonly overlapHours: number | null;

  constructor(setting: AnySetting, { from, to, overlapHours, changedAt, changedBy }: SettingChangeRow) {
    this.changedAt = new Date(changedAt);
    this.changedBy = changedBy;
    this.fromOrigin = from.origin;
    this.from = typed(setting, from.value);
    this.toOrigin = to.origin;
    this.to = typed(setting, to.value);
    this.overlapHours = overlapHours;
  }
}

@ObjectType('Setting', { description: 'Setting of the service.' })
export class SettingView {
  readonly setting: AnySetting;

  @Field(() => SettingName, { description: 'Name of the setting.' }) readonly name: string;
  @Field(() => String, { description: 'Title of the setting in the back office.' }) readonly title: string;
  @AtMost(MAX_SECTION_DEPTH)
  @Field(() => [String], { description: 'Section of the back office, outermost heading first.' })
  readonly section: readonly string[];
  @Field(() => String, { description: 'Effect of the setting.' }) readonly description: string;
  @Field(() => String, { description: 'Environment variable that gives the setting’s value at the start.' })
  readonly environmentVariable: string;
  @Field(() => Boolean, { description: 'True if the value is a secret, of which only the fingerprint can be read.' })
  readonly isSecret: boolean;
  @Field(() => SettingValue, { description: 'Current value of the setting.' }) readonly value: SettingValue;
  @Field(() => SettingOrigin, { description: 'Origin of the current value.' }) readonly origin: SettingOrigin;
  @Field(() => SettingValue, {
    description: 'Value that applies without a change in the back office. `reset` restores it.',
  })
  readonly startValue: SettingValue;
  @Field(() => SettingOrigin, { description: 'Origin of `startValue`: the environment or the default.' })
  readonly startOrigin: SettingOrigin;
  @Field(() => SettingValue, {
    nullable: true,
    description: 'Default value. Null for secrets, which have none.',
  })
  readonly defaultValue: SettingValue | null;
  @Field(() => SettingUnit, {
    nullable: true,
    description: 'Unit of the setting’s number. Null for counts and for settings that aren’t numbers.',
  })
  readonly unit: keyof typeof SettingUnit | null;
  @Field(() => String, {
    nullable: true,
    description: 'Meaning of 0, e.g. `forever`. Null if 0 is an ordinary amount.',
  })
  readonly zeroMeans: string | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Smallest allowed number. Null for settings that aren’t numbers.',
  })
  readonly minimum: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Largest allowed number. Null for settings that aren’t numbers.',
  })
  readonly maximum: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum length of a text in characters. Null for settings that aren’t texts.',
  })
  readonly maxLength: number | null;
  @Field(() => String, { description: 'Permission needed to change the setting.' })
  readonly permission: string;
  @AtMost(Object.keys(Role).length)
  @Field(() => [Role], { description: 'Roles that have the permission to change the setting.' })
  readonly roles: readonly Role[];
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of changes so far. Send it as `ifVersion` for optimistic locking.',
  })
  readonly version: number;
  @AtMost(MAX_EARLIER)
  @Field(() => [PreviousSecretView], { description: 'Earlier secrets that are still valid.' })
  readonly previousSecrets: PreviousSecretView[];
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last change. Null if it was never changed.',
  })
  readonly updatedAt: Date | null;
  @Field(() => String, { nullable: true, description: 'Actor of the last change. Null if it was never changed.' })
  readonly updatedBy: string | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Last use of the current secret, to the minute; only for secrets that other systems send. Null if it was never used, and for other settings.',
  })
  readonly lastUsedAt: Date | null;

  constructor(settings: Settings, setting: AnySetting, kept: StoredSettingRow | undefined, uses: SecretUses = {}) {
    const { origin, value } = settings.auditedValueOf(setting, kept);
    this.setting = setting;
    this.name = setting.name;
    this.title = titleOf(setting);
    this.section = sectionOf(setting);
    this.description = setting.description;
    this.environmentVariable = setting.environmentVariable;
    this.value = typed(setting, value);
    this.isSecret = this.value instanceof SecretValue;
    this.origin = origin;
    const start = settings.auditedValueOf(setting);
    this.startValue = typed(setting, start.value);
    this.startOrigin = start.origin;
    const { default: otherwise, unit, zero } = setting as Partial<SettingOf<PlainValue>>;
    this.defaultValue = otherwise === undefined ? null : typed(setting, otherwise);
    this.unit = unit ?? null;
    this.zeroMeans = zero ?? null;
    const { minimum, maximum, maxLength } = boundsOf(setting);
    this.minimum = minimum;
    this.maximum = maximum;
    this.maxLength = maxLength;
    this.permission = setting.permission;
    this.roles = REGISTRY.permissions.get(setting.permission)?.roles ?? [];
    this.version = kept?.version ?? 0;
    this.previousSecrets = (kept?.earlier ?? [])
      .slice(-MAX_EARLIER)
      .map((earlier) => new PreviousSecretView(earlier, uses));
    const inForce = setting.kind === 'COMPARED_SECRET' ? settings.digestInForce(setting, kept) : null;
    this.lastUsedAt = timeOf(inForce ? uses[inForce.toString('hex')] : undefined);
    this.updatedAt = kept ? new Date(kept.updatedAt) : null;
    this.updatedBy = kept?.updatedBy ?? null;
  }
}

/** Reads one setting. */
export async function settingView({ em }: Context, settings: Settings, setting: AnySetting): Promise<SettingView> {
  const kept = await readStored(em);
  const uses = await readUses(em);
  return new SettingView(settings, setting, kept.get(setting.name), uses.get(setting.name));
}

function boundsOf(setting: AnySetting): { minimum: number | null; maximum: number | null; maxLength: number | null } {
  const { schema } = setting;
  return {
    minimum: schema instanceof z.ZodNumber ? schema.minValue : null,
    maximum: schema instanceof z.ZodNumber ? schema.maxValue : null,
    maxLength: schema instanceof z.ZodString && !isSecret(setting) ? schema.maxLength : null,
  };
}

function timeOf(time: string | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}

function typed({ kind }: AnySetting, value: PlainValue | null): SettingValue {
  if (kind === 'BOOLEAN') return new BooleanValue(value as boolean);
  if (kind === 'INTEGER') return new IntegerValue(value as number);
  if (kind === 'TEXT') return new TextValue(value as string);
  return new SecretValue(value as string | null);
}
