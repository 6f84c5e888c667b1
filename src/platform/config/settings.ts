import { z } from 'zod';
import type { Permission } from '../registry.ts';
import { type ConfigFragment, configFragment, flag, optional, type SecretFileOptions } from './config.ts';

/** No text that is set is longer: certificates are the longest. */
export const LONGEST_TEXT = 40_000;

/** What every setting says of itself. */
interface SettingInfo {
  /** It is stored under this and published in capitals: never changes. */
  name: string;
  /** What it is called in the back office. Left out: the last part of its name, in words. */
  title?: string;
  /** Where it stands in the back office, the outermost heading first. Left out: under the feature that its name begins with. */
  section?: readonly string[];
  /** For who changes it. */
  description: string;
  environmentVariable: string;
  /** Who has this may change it. */
  permission: Permission;
  /** Whether a session has to have shown again whose it is; left out: of secrets only. */
  needsStepUp?: true;
}

/** What a number counts. Left out: things, which its title names. */
export type SettingUnit = 'SECONDS' | 'MINUTES' | 'DAYS' | 'MONTHS' | 'BYTES' | 'USD_MICROS';

/** What the service was started with. A secret that it made itself counts as the environment's. */
interface StartValue<Value> {
  value: Value;
  isDefault: boolean;
}

/**
 * A value that is set in the back office, else by the environment, else has a default. Declared by the feature it belongs to
 * and kept by the settings feature, which knows none of them by name.
 */
export interface SettingOf<Value> extends Readonly<SettingInfo> {
  readonly kind: 'BOOLEAN' | 'INTEGER' | 'TEXT';
  /** What may be set in the back office. */
  readonly schema: z.ZodType<Value>;
  /** What holds where nobody has said anything. */
  readonly default: Value;
  readonly unit?: SettingUnit;
  /** What 0 stands for, where it is no amount: `for ever`. */
  readonly zero?: string;
  /** What is shown of it, where the environment may hold what nobody should see; left out: all of it. */
  shown?(value: Value): Value;
  /** What its history and the audit trail say of it, where it is long; left out: all of it. */
  inBrief?(value: Value): string;
  readonly start: ConfigFragment<StartValue<Value>>;
}

/** A secret that is needed again, and is kept encrypted. Null where there is none. */
export interface EnvelopedSecret extends Readonly<SettingInfo> {
  readonly kind: 'ENVELOPED_SECRET';
  readonly schema: z.ZodType<string>;
  readonly start: ConfigFragment<StartValue<string | null>>;
}

/** A secret that others show and that is only compared: its digest is all that is kept. */
export interface ComparedSecret extends Readonly<SettingInfo> {
  readonly kind: 'COMPARED_SECRET';
  readonly schema: z.ZodType<string>;
  readonly start: ConfigFragment<StartValue<string>>;
}

export type AnySetting = SettingOf<boolean> | SettingOf<number> | SettingOf<string> | EnvelopedSecret | ComparedSecret;

/** The headings that a setting stands under, the outermost first. */
export function sectionOf({ name, section }: Pick<SettingInfo, 'name' | 'section'>): readonly string[] {
  const [feature = ''] = name.split('.');
  return section ?? [`${feature.charAt(0).toUpperCase()}${feature.slice(1)}`];
}

/** What it is called: `approvals.heldContentDays` is "Held content days" where nothing better is said. */
export function titleOf({ name, title }: Pick<SettingInfo, 'name' | 'title'>): string {
  const words = publishedName(name.split('.').at(-1)!).replaceAll('_', ' ').toLowerCase();
  return title ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** `seals.sealRenders` as `SEALS_SEAL_RENDERS`. */
export function publishedName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

/** The address of its screen in the back office. */
export function screenOf({ name }: Pick<SettingInfo, 'name'>): string {
  return `/admin/settings/${publishedName(name).toLowerCase().replaceAll('_', '-')}`;
}

/** Whether what is set is shown nowhere again. */
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

/** @param given.keptAs the file it is made in at first start when the environment has none */
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

/** A secret in a file has to be what it would have to be in the environment. */
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
