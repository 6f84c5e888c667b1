import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { nearest } from '../text/nearest.ts';
import { UsageError } from './exit.ts';
import { printable } from './terminal.ts';

/** A command of the program. */
export interface Command {
  name: string;
  /** Rows of the help text: the command itself first, then its options. */
  usage: readonly (readonly [typed: string, meaning: string])[];
  /** Example arguments, as typed after the program's name. */
  examples: readonly string[];
  /** Options as typed, e.g. `--json`. */
  options: readonly string[];
  /** True if the command needs neither settings nor a running service. */
  isOffline: boolean;
  /** How the command is recorded in the audit trail. */
  trail: AuditDeclaration;
  /** Checks the arguments. @throws UsageError if they are wrong */
  assertTyped(args: string[]): void;
  run(shell: CommandEnvironment, args: string[]): Promise<void>;
}

/** How a command is recorded in the audit trail. Required, so that every command declares it. */
export type AuditDeclaration =
  /** Name of the action in the audit entry that is written automatically for the command's work with the database. */
  | { readonly audited: string }
  /** Name of the action in the audit entry that the command writes itself. */
  | { readonly auditsItself: string }
  | { readonly unaudited: string };

/** Parts of the service that a command can use. */
export interface CommandEnvironment {
  /** Settings, read at the first use because offline commands need none. */
  readonly config: Config;
  /** URL at which callers reach the service of this DATA_DIR, for printed links. */
  readonly serviceUrl: string;
  /** Runs `work` on the migrated database. A service may be running on it at the same time. */
  withDatabase(work: (ctx: Context) => Promise<void>, options?: { account?: CommandAccount }): Promise<void>;
}

/** Database account of a command. OWNER is for changes that the service's account may not make. */
export type CommandAccount = 'SERVICE' | 'OWNER';

interface CommandOptions<Options extends ParseArgsOptionsConfig, Words extends readonly string[]> {
  name: string;
  /** Names of the required arguments, in order, in addition to options. */
  words?: Words;
  /** Option that replaces the arguments: if it is given, arguments are refused. */
  insteadOfWords?: keyof Options & string;
  options?: Options;
  usage: Command['usage'];
  examples: Command['examples'];
  isOffline?: boolean;
  trail: AuditDeclaration;
  /** Runs the command. Imports the modules that only this command needs, so that other commands don't wait for them. */
  run(shell: CommandEnvironment, values: ValuesOf<Options>, ...words: TextFor<Words>): Promise<void>;
}

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; allowNegative: true }>
>['values'];

type TextFor<Words extends readonly string[]> = { [At in keyof Words]: string };

export function command<
  const Options extends ParseArgsOptionsConfig = Record<never, never>,
  const Words extends readonly string[] = [],
>(definition: CommandOptions<Options, Words>): Command {
  const { name, options = {} as Options, usage, examples, isOffline = false, trail } = definition;
  const wordsFor = (values: object): readonly string[] =>
    definition.insteadOfWords !== undefined && definition.insteadOfWords in values ? [] : (definition.words ?? []);
  const parsed = (args: string[]) => {
    assertOptions(args, options);
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, allowNegative: true });
    assertWords(name, positionals, wordsFor(values));
    return { values, positionals };
  };
  return {
    name,
    usage,
    examples,
    options: typedOptions(options),
    isOffline,
    trail,
    assertTyped: (args) => void parsed(args),
    async run(shell, args) {
      const { values, positionals } = parsed(args);
      // Cast, because `parsed` has checked the number of arguments, which its type doesn't express.
      await definition.run(auditing(shell, name, trail), values, ...(positionals as unknown as TextFor<Words>));
    },
  };
}

/**
 * Wraps the environment of a command so that its database work runs with the command as actor, and is audited if `trail` says so.
 */
function auditing(shell: CommandEnvironment, name: string, trail: AuditDeclaration): CommandEnvironment {
  return {
    get config() {
      return shell.config;
    },
    get serviceUrl() {
      return shell.serviceUrl;
    },
    withDatabase: (work, options) =>
      shell.withDatabase(async (given) => {
        // The import is inside the function, so that commands without a database don't wait for it.
        const { auditedWork } = await import('../audit/audited-work.ts');
        const { internal } = await import('../auth/principal.ts');
        const ctx = given.as(internal(`command:${name}`));
        await ('audited' in trail ? auditedWork(ctx, trail.audited, () => work(ctx)) : work(ctx));
      }, options),
  };
}

/**
 * @throws UsageError for missing or surplus arguments. Names the first surplus argument, so that a value without its option is
 * visible.
 */
function assertWords(name: string, given: readonly string[], wanted: readonly string[]): void {
  if (given.length < wanted.length) throw new UsageError(`The command ${name} needs exactly one ${wanted.join(' ')}.`);
  const [extra] = given.slice(wanted.length);
  if (extra === undefined) return;
  const takes = wanted.length === 0 ? 'no name' : `one ${wanted.join(' ')}`;
  throw new UsageError(`${name} takes ${takes}. Remove ${printable(extra)}.`);
}

/** Checks options like `parseArgs`, but its errors name the wrong option and the most similar valid one. */
function assertOptions(args: string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({
    args,
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
    allowNegative: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const positive = name.startsWith('no-') && options[name.slice(3)]?.type === 'boolean' ? name.slice(3) : name;
    const type = options[name]?.type ?? options[positive]?.type;
    if (type === undefined) {
      const suggestion = nearest(rawName, typedOptions(options));
      throw new UsageError(
        `There is no option ${printable(rawName)}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
      );
    }
    if (type === 'boolean' && inlineValue) throw new UsageError(`${rawName} doesn't take a value.`);
    // An option after this one isn't its value. A value that starts with a dash must be given with `=`.
    const isMissing = value === undefined || (!inlineValue && value.startsWith('-') && value.length > 1);
    if (type === 'string' && isMissing) throw new UsageError(`${rawName} needs a value.`);
  }
}

function typedOptions(options: ParseArgsOptionsConfig): string[] {
  return Object.entries(options).map(([name, option]) => `--${option.default === true ? 'no-' : ''}${name}`);
}
