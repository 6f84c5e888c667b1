import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { nearest } from '../text/nearest.ts';
import { UsageError } from './exit.ts';
import { printable } from './terminal.ts';

/** One command of the program. */
export interface Command {
  name: string;
  /** How it is typed and what it does, one row of the help each: the first is the command itself, the others its options. */
  usage: readonly (readonly [typed: string, meaning: string])[];
  /** As they are typed after the program's name. */
  examples: readonly string[];
  /** Its options, as they are typed. */
  options: readonly string[];
  /** Works on what it is given, without settings and without a service. */
  isOffline: boolean;
  /** What its row in the audit trail says was done, or why it leaves none. */
  trail: AuditDeclaration;
  /** @throws UsageError when it is not typed like that. */
  assertTyped(args: string[]): void;
  run(shell: CommandEnvironment, args: string[]): Promise<void>;
}

/** Each command says one of them: that what it changes is written down is not to be forgotten. */
export type AuditDeclaration =
  /** The action of the row that is written for it, when it has done what it does with the database. */
  | { readonly audited: string }
  /** The same of a row that it writes itself. */
  | { readonly auditsItself: string }
  | { readonly unaudited: string };

/** What a command may use of the service. */
export interface CommandEnvironment {
  /** Read when asked for: a command that works offline needs none. */
  readonly config: Config;
  /** Address at which callers reach the service of this DATA_DIR, for links that are printed. */
  readonly serviceUrl: string;
  /** Does something on the migrated database, beside a running service or without one. */
  withDatabase(work: (ctx: Context) => Promise<void>): Promise<void>;
}

interface CommandOptions<Options extends ParseArgsOptionsConfig, Words extends readonly string[]> {
  name: string;
  /** What it takes besides options, in order; all of them are needed. */
  words?: Words;
  /** An option that takes the place of the words: where it is given there are none, and none are handed on. */
  insteadOfWords?: keyof Options & string;
  options?: Options;
  usage: Command['usage'];
  examples: Command['examples'];
  isOffline?: boolean;
  trail: AuditDeclaration;
  /** What it needs is to be loaded here, so that no other command waits for it. */
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
      // As many as there are words: `parsed` has counted them, which a list of texts does not say.
      await definition.run(auditing(shell, name, trail), values, ...(positionals as unknown as TextFor<Words>));
    },
  };
}

/** The same shell; what is done with its database is done in the name of the command, and written down. */
function auditing(shell: CommandEnvironment, name: string, trail: AuditDeclaration): CommandEnvironment {
  return {
    get config() {
      return shell.config;
    },
    get serviceUrl() {
      return shell.serviceUrl;
    },
    withDatabase: (work) =>
      shell.withDatabase(async (given) => {
        // Not before it is needed: no command should wait for it that works without a database.
        const { auditedWork } = await import('../audit/audited-work.ts');
        const { internal } = await import('../auth/principal.ts');
        const ctx = given.as(internal(`command:${name}`));
        await ('audited' in trail ? auditedWork(ctx, trail.audited, () => work(ctx)) : work(ctx));
      }),
  };
}

/** What is left over is named, so that a word too many and a value without its option are seen. */
function assertWords(name: string, given: readonly string[], wanted: readonly string[]): void {
  if (given.length < wanted.length) throw new UsageError(`${name} takes one ${wanted.join(' ')}.`);
  const [extra] = given.slice(wanted.length);
  if (extra === undefined) return;
  const takes = wanted.length === 0 ? 'no name' : `one ${wanted.join(' ')}`;
  throw new UsageError(`${name} takes ${takes}, and there is ${printable(extra)} besides.`);
}

/** The same as `parseArgs` refuses, in sentences that name the option and the one that was most likely meant. */
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
      const meant = nearest(rawName, typedOptions(options));
      throw new UsageError(`There is no option ${printable(rawName)}.${meant ? ` Did you mean ${meant}?` : ''}`);
    }
    if (type === 'boolean' && inlineValue) throw new UsageError(`${rawName} takes no value.`);
    // The next option is no value of this one; one that begins with a dash is given with `=`.
    const isMissing = value === undefined || (!inlineValue && value.startsWith('-') && value.length > 1);
    if (type === 'string' && isMissing) throw new UsageError(`${rawName} takes a value.`);
  }
}

function typedOptions(options: ParseArgsOptionsConfig): string[] {
  return Object.entries(options).map(([name, option]) => `--${option.default === true ? 'no-' : ''}${name}`);
}
