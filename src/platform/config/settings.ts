import { z } from 'zod';
import type { Permission } from '../registry.ts';
import { type ConfigFragment, configFragment, flag, optional, type SecretFileOptions } from './config.ts';

/** Maximum characters of a setting's text. Certificates are the longest. */
export const LONGEST_TEXT = 40_000;

/** Properties of every setting. */
interface SettingInfo {
  /** Name of the setting in storage; the API uses it in upper case. Never changes. */
  name: string;
  /** Title of the setting in the back office. Default: the last part of the name in words. */
  title?: string;
  /** Headings above the setting in the back office, the outermost first. Default: the feature with which the name begins. */
  section?: readonly string[];
  /** Description for operators. */
  description: string;
  environmentVariable: string;
  /** Permission that callers need to change the setting. */
  permission: Permission;
  /** True if a user must have confirmed their identity recently to change the setting. Default: true only for secrets. */
  needsStepUp?: true;
}

/** Unit of a setting that is a number. Default: a count of the things that its title names. */
export type SettingUnit = 'SECONDS' | 'MINUTES' | 'DAYS' | 'MONTHS' | 'BYTES' | 'USD_MICROS';

/** Value of a setting when the service was started. A secret that the service created itself counts as set by the environment. */
interface StartValue<Value> {
  value: Value;
  isDefault: boolean;
}

/**
 * A setting: its value comes from the back office, else from the environment, else is the default. A feature declares it, and the
 * settings feature stores it.
 */
export interface SettingOf<Value> extends Readonly<SettingInfo> {
  readonly kind: 'BOOLEAN' | 'INTEGER' | 'TEXT';
  /** Schema of the values that the back office accepts. */
  readonly schema: z.ZodType<Value>;
  /** Value of the setting if neither the back office nor the environment sets one. */
  readonly default: Value;
  readonly unit?: SettingUnit;
  /** Meaning of the value 0 if it isn't an amount, e.g. `forever`. */
  readonly zero?: string;
  /** Returns the value without parts that must stay hidden, for display. Default: the value itself. */
  shown?(value: Value): Value;
  /** Short form of the value for the history and the audit trail. Default: the value itself. */
  inBrief?(value: Value): string;
  readonly start: ConfigFragment<StartValue<Value>>;
}

/** Setting with a secret that the service needs in plain form. Stored encrypted. The value is null if it isn't set. */
export interface EnvelopedSecret extends Readonly<SettingInfo> {
  readonly kind: 'ENVELOPED_SECRET';
  readonly schema: z.ZodType<string>;
  readonly start: ConfigFragment<StartValue<string | null>>;
}

/** Setting with a secret that callers send and that is only compared. Only its digest is stored. */
export interface ComparedSecret extends Readonly<SettingInfo> {
  readonly kind: 'COMPARED_SECRET';
  readonly schema: z.ZodType<string>;
  readonly start: ConfigFragment<StartValue<string>>;
}

export type AnySetting = SettingOf<boolean> | SettingOf<number> | SettingOf<string> | EnvelopedSecret | ComparedSecret;

/** Headings above a setting in the back office, the outermost first. */
export function sectionOf({ name, section }: Pick<SettingInfo, 'name' | 'section'>): readonly string[] {
  const [feature = ''] = name.split('.');
  return section ?? [`${feature.charAt(0).toUpperCase()}${feature.slice(1)}`];
}

/** Title of a setting in the back office. Default: `approvals.heldContentDays` becomes "Held content days". */
export function titleOf({ name, title }: Pick<SettingInfo, 'name' | 'title'>): string {
  const words = publishedName(name.split('.').at(-1)!).replaceAll('_', ' ').toLowerCase();
  return title ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Converts the name of a setting, e.g. `seals.sealRenders`, to its name in the API, `SEALS_SEAL_RENDERS`. */
export function publishedName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

/** URL path of the setting's page in the back office. */
export function screenOf({ name }: Pick<SettingInfo, 'name'>): string {
  return `/admin/settings/${publishedName(name).toLowerCase().replaceAll('_', '-')}`;
}

/** True if the value of the setting is never displayed. */
export function isSecret({ kind }: AnySetting): boolean {
  return kind === 'ENVELOPED_SECRET' || kind === 'COMPARED_SECRET';
}

export function booleanSetting(about: SettingInfo & { default: boolean }): SettingOf<boolean> {
  const { environmentVariable, default: value } = about;
  return { ...about, kind: 'BOOLEAN', schema: z.boolean(), start: startOf(environmentVariable, flag, () => value) };
}

export function integerSetting(
  about: SettingInfo & { default: number; unit?: SettingUnit; zero?: string; schema: z.ZodType<number, number> },
): SettingOf<number> {
  const { environmentVariable, schema, default: value } = about;
  const start = startOf(environmentVariable, z.coerce.number().pipe(schema), () => value);
  return { ...about, kind: 'INTEGER', start };
}

export function textSetting(about: SettingInfo & { default: string; schema: z.ZodType<string> }): SettingOf<string> {
  const { environmentVariable, schema, default: value } = about;
  return { ...about, kind: 'TEXT', start: startOf(environmentVariable, schema, () => value) };
}

export function envelopedSecret({ schema, ...about }: SettingInfo & { schema: z.ZodType<string> }): EnvelopedSecret {
  const start = startOf<string | null>(about.environmentVariable, schema, () => null);
  return { ...about, kind: 'ENVELOPED_SECRET', schema, start };
}

/**
 * Declares a secret that is only compared.
 * `keptAs` names the file in which the secret is created at the first start if the environment doesn't set one.
 */
export function comparedSecret({
  schema,
  startSchema = schema,
  keptAs,
  ...about
}: SettingInfo & { schema: z.ZodType<string>; startSchema?: z.ZodType<string>; keptAs: string }): ComparedSecret {
  const { environmentVariable: variable } = about;
  const start = configFragment(variables(variable, startSchema), (given, { kept }) => ({
    value: given[variable] ?? kept(keptAs, fits(startSchema)),
    isDefault: false,
  }));
  return { ...about, kind: 'COMPARED_SECRET', schema, start };
}

/** Options that check a secret in a file by the schema of its environment variable. */
export function fits(schema: z.ZodType<string>): SecretFileOptions {
  const expected = schema.safeParse('').error?.issues[0]?.message ?? 'Invalid input';
  return { isRight: (secret) => schema.safeParse(secret).success, expected };
}

function startOf<Value>(variable: string, schema: z.ZodType<Value>, otherwise: () => Value) {
  return configFragment(variables(variable, schema), ({ [variable]: given }): StartValue<Value> => {
    return given === undefined ? { value: otherwise(), isDefault: true } : { value: given, isDefault: false };
  });
}

function variables<Value>(variable: string, schema: z.ZodType<Value>) {
  return z.object({ [variable]: optional(schema) });
}
