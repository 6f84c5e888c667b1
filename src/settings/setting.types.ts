import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { createUnionType, Field, Int, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { Role } from '../platform/auth/roles.ts';
import { type AnySetting, isSecret, type SettingOf, sectionOf, titleOf } from '../platform/config/settings.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { NAMES } from '../platform/names.ts';
import {
  type PlainValue,
  readKept,
  readUses,
  type SecretUses,
  type SettingChangeRow,
  type StoredSettingRow,
} from './setting.sql.ts';
import { SettingName } from './setting-name.ts';
import { SettingOrigin } from './setting-origin.ts';
import { SettingUnit } from './setting-unit.ts';
import { fingerprintOf, type Settings } from './settings.ts';

@ObjectType({ description: 'On or off.' })
class BooleanValue {
  @Field(() => Boolean, { description: 'Whether it is on.' }) readonly boolean: boolean;

  constructor(boolean: boolean) {
    this.boolean = boolean;
  }
}

@ObjectType({ description: 'A whole number.' })
class IntegerValue {
  @Field(() => GraphQLSafeInt, { description: 'The number.' }) readonly integer: number;

  constructor(integer: number) {
    this.integer = integer;
  }
}

@ObjectType({ description: 'A text.' })
class TextValue {
  @Field(() => String, { description: 'The text.' }) readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

@ObjectType({ description: 'A secret is write-only: what can be read is which one it is.' })
class SecretValue {
  @Field(() => String, {
    nullable: true,
    description:
      'The first eight hex digits of its SHA-256, as `printf %s SECRET | sha256sum` gives them. Null where there is none, and where it cannot be decrypted any more.',
  })
  readonly fingerprint: string | null;

  constructor(fingerprint: string | null) {
    this.fingerprint = fingerprint;
  }
}

const SettingValue = createUnionType({
  name: 'SettingValue',
  description: 'A value of the type that its setting has.',
  types: () => [BooleanValue, IntegerValue, TextValue, SecretValue] as const,
});
type SettingValue = BooleanValue | IntegerValue | TextValue | SecretValue;

const MAX_SECTION_DEPTH = 4;
/** As many as are shown: those that go on for longest. */
const MAX_EARLIER = 20;

@ObjectType('EarlierSecret', { description: 'A secret that another has taken the place of.' })
class EarlierSecretView {
  @Field(() => String, { description: 'Which secret it is, as for the one in force.' }) readonly fingerprint: string;
  @Field(() => GraphQLDateTime, { description: 'It is refused from then on.' }) readonly validUntil: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it was last shown, to the minute. Null: never seen.',
  })
  readonly lastUsedAt: Date | null;

  constructor({ digest, validUntil }: StoredSettingRow['earlier'][number], uses: SecretUses) {
    this.fingerprint = fingerprintOf(Buffer.from(digest, 'hex'));
    this.validUntil = new Date(validUntil);
    this.lastUsedAt = timeOf(uses[digest]);
  }
}

@ObjectType('SettingChange', { description: 'Who changed what, when, from what and to what. Kept for ever.' })
export class SettingChangeView {
  @Field(() => GraphQLDateTime, { description: 'By the clock of the database.' }) readonly changedAt: Date;
  @Field(() => String, { description: 'Who acted, e.g. `operator:admin`.' }) readonly changedBy: string;
  @Field(() => SettingOrigin, { description: 'Where the value before it came from.' })
  readonly fromOrigin: SettingOrigin;
  @Field(() => SettingValue, { description: 'What was in force before.' }) readonly from: SettingValue;
  @Field(() => SettingOrigin, { description: 'Where the value came from that held then: after a reset not from here.' })
  readonly toOrigin: SettingOrigin;
  @Field(() => SettingValue, { description: 'What was in force then.' }) readonly to: SettingValue;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'How long the earlier secret was to go on.' })
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

@ObjectType('Setting', { description: 'A value of the back office.' })
export class SettingView {
  readonly setting: AnySetting;

  @Field(() => SettingName) readonly name: string;
  @Field(() => String, { description: 'What it is called in the back office.' }) readonly title: string;
  @AtMost(MAX_SECTION_DEPTH)
  @Field(() => [String], { description: 'Where it stands in the back office, the outermost heading first.' })
  readonly section: readonly string[];
  @Field(() => String, { description: 'What it does.' }) readonly description: string;
  @Field(() => String, { description: 'What it is called where the service is started.' })
  readonly environmentVariable: string;
  @Field(() => Boolean, { description: 'Whether its value is only told by a fingerprint.' }) readonly isSecret: boolean;
  @Field(() => SettingValue, { description: 'What is in force.' }) readonly value: SettingValue;
  @Field(() => SettingOrigin) readonly origin: SettingOrigin;
  @Field(() => SettingValue, {
    description: 'What holds where nothing is set here, and what `reset` gives its place back.',
  })
  readonly startValue: SettingValue;
  @Field(() => SettingOrigin, { description: 'Where that comes from: the environment, or the default.' })
  readonly startOrigin: SettingOrigin;
  @Field(() => SettingValue, {
    nullable: true,
    description: 'What holds where nobody has said anything. Null for secrets, which have none.',
  })
  readonly defaultValue: SettingValue | null;
  @Field(() => SettingUnit, {
    nullable: true,
    description: 'What the number counts; null for things, and for what is no number.',
  })
  readonly unit: SettingUnit | null;
  @Field(() => String, {
    nullable: true,
    description: 'What 0 stands for, e.g. `for ever`; null where it is an amount like any other.',
  })
  readonly zeroMeans: string | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The least that can be set; null for what is no number.',
  })
  readonly minimum: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'The most that can be set; null for what is no number.' })
  readonly maximum: number | null;
  @Field(() => Int, { nullable: true, description: 'The most characters of a text; null for what is none.' })
  readonly maxLength: number | null;
  @Field(() => String, { description: 'Who has this permission may change it.' })
  readonly permission: string;
  @AtMost(Object.keys(Role).length)
  @Field(() => [Role], { description: 'The roles that have it.' })
  readonly roles: readonly Role[];
  @Field(() => GraphQLNonNegativeInt, {
    description:
      'How often it was changed. Sent as `expectedVersion`, it keeps a change from undoing one that nobody has seen.',
  })
  readonly version: number;
  @AtMost(MAX_EARLIER)
  @Field(() => [EarlierSecretView], { description: 'Secrets that are valid besides it, for a while.' })
  readonly earlierSecrets: EarlierSecretView[];
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null where it never was.' })
  readonly updatedAt: Date | null;
  @Field(() => String, { nullable: true, description: 'Who changed it last; null where nobody did.' })
  readonly updatedBy: string | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Of a secret that others show: when the one in force was last shown, to the minute. Null where nobody has been seen to, and for all else.',
  })
  readonly lastUsedAt: Date | null;

  constructor(settings: Settings, setting: AnySetting, kept: StoredSettingRow | undefined, uses: SecretUses = {}) {
    const { origin, value } = settings.told(setting, kept);
    this.setting = setting;
    this.name = setting.name;
    this.title = titleOf(setting);
    this.section = sectionOf(setting);
    this.description = setting.description;
    this.environmentVariable = setting.environmentVariable;
    this.value = typed(setting, value);
    this.isSecret = this.value instanceof SecretValue;
    this.origin = origin;
    const start = settings.told(setting);
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
    this.roles = NAMES.permissions.get(setting.permission)?.roles ?? [];
    this.version = kept?.version ?? 0;
    this.earlierSecrets = (kept?.earlier ?? [])
      .slice(-MAX_EARLIER)
      .map((earlier) => new EarlierSecretView(earlier, uses));
    const inForce = setting.kind === 'COMPARED_SECRET' ? settings.digestInForce(setting, kept) : null;
    this.lastUsedAt = timeOf(inForce ? uses[inForce.toString('hex')] : undefined);
    this.updatedAt = kept ? new Date(kept.updatedAt) : null;
    this.updatedBy = kept?.updatedBy ?? null;
  }
}

/** One of them as it is now. */
export async function settingView({ em }: Context, settings: Settings, setting: AnySetting): Promise<SettingView> {
  const kept = await readKept(em);
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
