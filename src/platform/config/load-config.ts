import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { foundSecret, keptSecret, SecretUnusable, secretFile } from '../encryption/secrets.ts';
import {
  BASE_CONFIG,
  type Config,
  ConfigError,
  type ConfigFiles,
  type ConfigFragment,
  mistakesOf,
  type SecretFileOptions,
} from './config.ts';
import { hintsOf } from './config-hints.ts';
import { fileVariable, readEnvironment } from './environment.ts';
import { folderProblem } from './folder-problem.ts';

/**
 * Reads the settings from environment variables and from files that variables name. Missing secrets are created at the first
 * start and stored in `DATA_DIR/secrets` with mode 600.
 * @throws ConfigError that names each wrong variable but never its value
 */
export function loadConfig(
  fragments: readonly ConfigFragment<unknown>[],
  env: NodeJS.ProcessEnv = process.env,
): Config {
  // Checks all settings first, so that nothing is written to disk while one is wrong.
  const { given, dataDir, mistakes, hints } = parseEnvironment(fragments, env);
  if (mistakes.length > 0) throw new ConfigError(mistakes, hints);
  mkdirSync(dataDir, { recursive: true });
  return read(given, { dataDir, found: foundAt(dataDir), kept: keptAt(dataDir) }, hints);
}

export interface InspectedConfig {
  /** The settings. Null if any of them is wrong. */
  config: Config | null;
  mistakes: readonly string[];
  hints: readonly string[];
  /** Names of all settings. */
  known: ReadonlySet<string>;
  /** Values of all environment variables by name, and of the settings that come from files. */
  values: Readonly<NodeJS.ProcessEnv>;
}

/** Reads the settings without creating anything. Secrets that don't exist yet get a new random value at each call. */
export function inspectConfig(
  fragments: readonly ConfigFragment<unknown>[],
  env: NodeJS.ProcessEnv = process.env,
): InspectedConfig {
  const { given, dataDir, mistakes, hints, known, values } = parseEnvironment(fragments, env);
  const config = mistakes.length > 0 ? null : read(given, readOnlyFiles(dataDir), hints);
  return { config, mistakes, hints, known, values };
}

type FragmentValues = ReadonlyMap<ConfigFragment<unknown>, unknown>;

function read(given: FragmentValues, place: ConfigFiles, hints: readonly string[]): Config {
  const values = new Map<unknown, unknown>();
  for (const [fragment, variables] of given) values.set(fragment, fragment.read(variables as never, place));
  const of = <Values>(fragment: ConfigFragment<Values>): Values => {
    if (!values.has(fragment))
      throw new Error('These settings were not read, because their config fragment isn’t registered.');
    return values.get(fragment) as Values;
  };
  // These properties aren't enumerable, so that two configs read from the same values are equal.
  return Object.defineProperties(
    { ...(values.get(BASE_CONFIG) as object) },
    { of: { value: of }, hints: { value: hints } },
  ) as Config;
}

function parseEnvironment(fragments: readonly ConfigFragment<unknown>[], env: NodeJS.ProcessEnv) {
  const all = [BASE_CONFIG, ...fragments];
  const known = namesIn(all);
  const { values, mistakes: ofForm, fromFiles } = readEnvironment(env, known);
  const mistakes = new Set<string>(ofForm.values());
  // Adds a mistake of a setting. If reading the setting's value already failed, no second message is added.
  const add = (name: string, message: string) => {
    if (!ofForm.has(name)) mistakes.add(`${fromFiles.has(name) ? fileVariable(name) : name}: ${message}`);
  };
  const given = new Map<ConfigFragment<unknown>, unknown>();
  const parse = (fragment: ConfigFragment<unknown>) => {
    const parsed = fragment.variables.safeParse(values);
    for (const { path: at, message } of parsed.error?.issues ?? []) add(at.join('.'), message);
    if (parsed.success) given.set(fragment, parsed.data);
  };
  const setBy = (fragment: ConfigFragment<unknown>) => variablesOf(fragment).filter((name) => values[name]);
  /** Adds a mistake, whose text can start with the name of a setting. */
  const addNamed = (mistake: string) => {
    const [, name = '', message = ''] = /^([A-Za-z][A-Za-z0-9_]*): (.*)$/s.exec(mistake) ?? [];
    if (known.has(name)) add(name, message);
    else mistakes.add(mistake);
  };
  for (const mistake of mistakesOf(all.map((one) => () => withVariableNames(setBy(one), () => parse(one)))))
    addNamed(mistake);
  const dataDir = path.resolve(values.DATA_DIR || './.data');
  const whyNot = folderProblem(dataDir);
  if (whyNot) add('DATA_DIR', whyNot);
  const place = readOnlyFiles(dataDir);
  const checks = all.flatMap((fragment) => [
    () => withVariableNames(setBy(fragment), () => fragment.checkFiles?.(values, place)),
    () =>
      withVariableNames(
        setBy(fragment),
        () => given.has(fragment) && fragment.read(given.get(fragment) as never, place),
      ),
  ]);
  // If DATA_DIR isn't usable, every secret in it would report the same fault again.
  for (const mistake of mistakesOf(checks)) if (!(whyNot && mistake.startsWith('DATA_DIR:'))) addNamed(mistake);
  return { given, dataDir, mistakes: [...mistakes], hints: hintsOf(env, known), known, values };
}

function namesIn(fragments: readonly ConfigFragment<unknown>[]): ReadonlySet<string> {
  return new Set(fragments.flatMap(variablesOf));
}

function variablesOf({ variables }: ConfigFragment<unknown>): string[] {
  return variables instanceof z.ZodObject ? Object.keys(variables.shape) : [];
}

/**
 * Runs `work`, which uses these variables. An unexpected error becomes a ConfigError that names the variables, without the
 * error's message, which can contain a value.
 * @throws ConfigError
 */
function withVariableNames<T>(names: readonly string[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigError || names.length === 0) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `${names.join(', ')}: ${names.length > 1 ? 'one of them ' : ''}can't be used (${code ?? name})`,
    ]);
  }
}

function foundAt(dataDir: string): ConfigFiles['found'] {
  return (name, secret) => checked(dataDir, name, foundHere(dataDir, name), secret);
}

function keptAt(dataDir: string): ConfigFiles['kept'] {
  return (name, secret) => checked(dataDir, name, keptHere(dataDir, name, secret?.make), secret)!;
}

/** Access to existing secrets in files. Creates none. */
function readOnlyFiles(dataDir: string): ConfigFiles {
  const found = foundAt(dataDir);
  const made = (secret?: SecretFileOptions) => secret?.make?.() ?? randomBytes(32).toString('base64url');
  return { dataDir, found, kept: (name, secret) => found(name, secret) ?? made(secret) };
}

function checked(
  dataDir: string,
  name: string,
  found: string | null,
  { isRight, expected }: SecretFileOptions = {},
): string | null {
  if (found === null || !isRight || isRight(found)) return found;
  throw new ConfigError([`${secretFile(dataDir, name)}: ${expected}`]);
}

const foundHere = (dataDir: string, name: string) => asConfigError(() => foundSecret(dataDir, name));
const keptHere = (dataDir: string, name: string, make?: () => string) =>
  asConfigError(() => keptSecret(dataDir, name, make));

function asConfigError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SecretUnusable) throw new ConfigError([error.message]);
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigError([`DATA_DIR: secrets can't be stored there (${reason})`]);
  }
}
