#!/usr/bin/env node
import 'reflect-metadata';
import { findCommands } from './cli/commands.ts';
import { usage, usageOf } from './cli/usage.ts';
import type { Command, CommandEnvironment } from './platform/command-line/command.ts';
import { CommandError, UsageError } from './platform/command-line/exit.ts';
import { printable } from './platform/command-line/terminal.ts';
import { commitWords, RELEASE } from './platform/program/release.ts';
import { nearest } from './platform/text/nearest.ts';

/** Exit code when the output wasn't read to its end. Shells use it for a program ended by SIGPIPE. */
const UNREAD = 128 + 13;
/** Major version of Node that this program requires. */
const NODE_MAJOR = 24;

async function main([first, ...rest]: string[]): Promise<void> {
  assertNode();
  if (first === '--version' || first === '-v') {
    return write(`imprimatur ${RELEASE.version} (${commitWords(RELEASE)}), Node ${process.versions.node}\n`);
  }
  const commands = await findCommands();
  const [name, args] = first === 'help' ? [rest[0], ['--help']] : [first, rest];
  if (name === undefined || isHelp(name)) return write(usage(commands));
  const known = commands.find((command) => command.name === name);
  if (!known) throw unknownCommand(name, commands);
  if (args.some(isHelp)) return write(usageOf(known));
  await applyProxySettings();
  try {
    await known.run(await shellFor(known), args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n\n${usageOf(known)}`);
  }
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/**
 * Error for an unknown command or option. Names the command that the option belongs to, or else a similar word, or else shows
 * the usage.
 */
function unknownCommand(name: string, commands: readonly Command[]): UsageError {
  const owner = commands.find(({ options }) => options.includes(name));
  if (owner) return new UsageError(`${name} is an option of a command: imprimatur ${owner.name} ${name}`);
  const what = name.startsWith('-') ? 'option' : 'command';
  const suggestion = nearest(name, [...commands.map((command) => command.name), 'help', '--help', '--version']);
  const advice = suggestion === null ? `\n\n${usage(commands)}` : ` Did you mean: imprimatur ${suggestion}`;
  return new UsageError(`There is no ${what} ${printable(name)}.${advice}`);
}

/**
 * Keeps the program running when a reader closes the pipe, as `| head` does. The exit code then says that the output wasn't read
 * to its end, since a secret that is shown once may be lost.
 */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exitCode ||= UNREAD;
    });
  }
}

function write(text: string): void {
  process.stdout.write(text);
}

/** Makes the `fetch` calls of commands use the configured proxies. Loads no code if no proxy is configured. */
async function applyProxySettings(): Promise<void> {
  const { env } = process;
  if (!(env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy)) return;
  const [{ setGlobalDispatcher }, { proxiesIn }] = await Promise.all([
    import('undici'),
    import('./platform/http/proxies.config.ts'),
  ]);
  const proxies = proxiesIn(env);
  if (proxies) setGlobalDispatcher(proxies.common);
}

/** Environment of a command. Offline commands get an empty environment, because a full one would load the whole service. */
async function shellFor({ isOffline }: Command): Promise<CommandEnvironment> {
  if (isOffline) return {} as CommandEnvironment;
  const { createShell } = await import('./cli/shell.ts');
  return createShell();
}

/** An old Node would fail later with unhelpful messages. */
function assertNode(): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) >= NODE_MAJOR) return;
  throw new Error(
    `Node ${process.versions.node} is too old: Imprimatur needs Node ${NODE_MAJOR}, which it includes. Run npm start, or bin/imprimatur <command>.`,
  );
}

ignoreClosedPipes();
try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error instanceof Error ? error.message : String(error)).trimEnd()}\n`);
  process.exit(error instanceof CommandError ? error.exitCode : 1);
}
