import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { UsageError } from './exit.ts';

/** One command of the program. */
export interface Command {
  name: string;
  /** How it is typed and what it does, one row of the help each: the first is the command itself, the others its options. */
  usage: readonly (readonly [typed: string, meaning: string])[];
  /** Works on what it is given, without settings and without a service. */
  isOffline: boolean;
  run(shell: Shell, args: string[]): Promise<void>;
}

/** What a command may use of the service. */
export interface Shell {
  /** Read when asked for: a command that works offline needs none. */
  readonly config: Config;
  /** Does something on the migrated database, beside a running service or without one. */
  withDatabase(work: (ctx: Context) => Promise<void>): Promise<void>;
}

interface CommandOptions<Options extends ParseArgsOptionsConfig, Words extends readonly string[]> {
  name: string;
  /** What it takes besides options, in order; all of them are needed. */
  words?: Words;
  options?: Options;
  usage: Command['usage'];
  isOffline?: boolean;
  /** What it needs is to be loaded here, so that no other command waits for it. */
  run(shell: Shell, values: ValuesOf<Options>, ...words: TextFor<Words>): Promise<void>;
}

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; allowNegative: true }>
>['values'];

type TextFor<Words extends readonly string[]> = { [At in keyof Words]: string };

export function command<
  const Options extends ParseArgsOptionsConfig = Record<never, never>,
  const Words extends readonly string[] = [],
>(definition: CommandOptions<Options, Words>): Command {
  const { name, options = {} as Options, usage, isOffline = false } = definition;
  const words: readonly string[] = definition.words ?? [];
  return {
    name,
    usage,
    isOffline,
    async run(shell, args) {
      const { values, positionals } = parse(args, options);
      if (positionals.length !== words.length) {
        throw new UsageError(`${name} takes ${words.length === 0 ? 'no name' : `one ${words.join(' ')}`}.`);
      }
      await definition.run(shell, values, ...(positionals as unknown as TextFor<Words>));
    },
  };
}

function parse<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
