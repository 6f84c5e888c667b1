import { readFileSync } from 'node:fs';

const FILE_SUFFIX = '_FILE';

/** Values of the settings, from environment variables or from files that variables name. */
export interface Environment {
  readonly values: NodeJS.ProcessEnv;
  /** Mistakes in the format of values, by the name of the setting. A mistake never contains the value. */
  readonly mistakes: ReadonlyMap<string, string>;
  /** Names of settings whose values come from files. */
  readonly fromFiles: ReadonlySet<string>;
}

/** Name of the variable that names a file with the value of a setting. */
export function fileVariable(name: string): string {
  return `${name}${FILE_SUFFIX}`;
}

/** Name of the setting whose file a variable names. Null for other variables. */
export function settingOfFile(variable: string): string | null {
  return variable.endsWith(FILE_SUFFIX) ? variable.slice(0, -FILE_SUFFIX.length) : null;
}

/**
 * Reads the values of all settings from variables and files. A setting that is itself called NAME_FILE never counts as the file
 * of NAME. Docker and Kubernetes mount secrets as files, which keeps them out of `docker inspect` and `/proc`.
 */
export function readEnvironment(env: NodeJS.ProcessEnv, names: ReadonlySet<string>): Environment {
  const values = { ...env };
  const mistakes = new Map<string, string>();
  const fromFiles = new Set<string>();
  for (const name of names) {
    const variable = fileVariable(name);
    const file = names.has(variable) ? undefined : env[variable];
    if (file && env[name]) {
      mistakes.set(name, `${name}: is set, and so is ${variable}. Remove one of them.`);
      continue;
    }
    try {
      if (file) {
        fromFiles.add(name);
        values[name] = textOf(file);
      }
      assertWhole(values[name] ?? '');
    } catch (error) {
      if (!(error instanceof UnusableValue)) throw error;
      mistakes.set(name, `${file ? variable : name}: ${error.message}`);
    }
  }
  return { values, mistakes, fromFiles };
}

class UnusableValue extends Error {}

/**
 * Reads the file with a setting's value. Errors don't repeat the path: an operator who confuses NAME_FILE with NAME has put the
 * secret itself there.
 */
function textOf(file: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableValue("the file isn't UTF-8 text.");
    throw new UnusableValue(`the file can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  // PowerShell and some editors write a byte order mark. It would become the first character of the value.
  if (text.startsWith('\uFEFF'))
    throw new UnusableValue('the file starts with a byte order mark. Save it without one.');
  const value = text.replace(/\r?\n$/, '');
  if (value.trim() === '') throw new UnusableValue('the file is empty.');
  return value;
}

/** The end of a PEM file, which ends with a line break (RFC 7468). */
const END_OF_PEM = /-----END [A-Z0-9 ]+-----[\r\n]*$/;

/**
 * @throws if the value has quotation marks around it, or a line break at its end that doesn't belong to a PEM file. Compose,
 * systemd and shells remove these characters; `docker run --env-file` and Kubernetes keep them.
 */
function assertWhole(value: string): void {
  if (/^\s*(["']).*\1\s*$/s.test(value)) {
    throw new UnusableValue('the value is in quotation marks, which count as part of it here. Remove them.');
  }
  if (/([\r\n]|\\[rn])[ \t]*$/.test(value) && !END_OF_PEM.test(value)) {
    throw new UnusableValue('the value ends with a line break (\\n or \\r). Remove it.');
  }
}
