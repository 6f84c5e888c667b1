import { readFileSync } from 'node:fs';

const FILE_SUFFIX = '_FILE';

/** The values of the settings, whether a variable holds them or names a file that does. */
export interface Environment {
  readonly values: NodeJS.ProcessEnv;
  /** Mistake in the form of a value, by the name of its setting. Never contains the value. */
  readonly mistakes: ReadonlyMap<string, string>;
  /** Settings whose values come from files. */
  readonly fromFiles: ReadonlySet<string>;
}

/** The variable that names the file with the value of a setting. */
export function fileVariable(name: string): string {
  return `${name}${FILE_SUFFIX}`;
}

/** The setting that a variable would name a file for; null for a variable of another form. */
export function settingOfFile(variable: string): string | null {
  return variable.endsWith(FILE_SUFFIX) ? variable.slice(0, -FILE_SUFFIX.length) : null;
}

/**
 * Reads the values of all settings, from variables and from files. A setting that is itself called NAME_FILE is never taken for
 * the file of NAME. Secrets in files are mounted by Docker and Kubernetes, and stay out of `docker inspect` and `/proc`.
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

/** The path is not repeated: who mixes up the two variables has put the secret there. */
function textOf(file: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableValue('the file is not text in UTF-8.');
    throw new UnusableValue(`the file can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  // PowerShell and some editors write it. It would become the first letter of the value.
  if (text.startsWith('\uFEFF')) throw new UnusableValue('the file begins with a byte order mark. Save it without.');
  const value = text.replace(/\r?\n$/, '');
  if (value.trim() === '') throw new UnusableValue('the file is empty.');
  return value;
}

/** An end of PEM is followed by a line break, as RFC 7468 has it. */
const END_OF_PEM = /-----END [A-Z0-9 ]+-----[\r\n]*$/;

/**
 * Compose, systemd and shells remove the quotation marks that a value was written in; `docker run --env-file` and Kubernetes
 * keep them, and line breaks as well.
 */
function assertWhole(value: string): void {
  if (/^\s*(["']).*\1\s*$/s.test(value)) {
    throw new UnusableValue('the value is in quotation marks, which count as part of it here. Remove them.');
  }
  if (/([\r\n]|\\[rn])[ \t]*$/.test(value) && !END_OF_PEM.test(value)) {
    throw new UnusableValue('the value ends with a line break (\\n or \\r). Remove it.');
  }
}
