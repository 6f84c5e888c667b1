#!/usr/bin/env node
import 'reflect-metadata';
import { findCommands } from './cli/commands.ts';
import { usage } from './cli/usage.ts';
import type { Command, Shell } from './platform/command-line/command.ts';
import { CommandError, UsageError } from './platform/command-line/exit.ts';

/** Of the one that comes with the project. */
const NODE_MAJOR = 24;

async function main([first, ...rest]: string[]): Promise<void> {
  assertNode();
  const commands = await findCommands();
  // Without a command it is the service that is started.
  const [name, args] = first === undefined || first.startsWith('-') ? ['start', process.argv.slice(2)] : [first, rest];
  if (name === 'help' || args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(usage(commands));
    return;
  }
  try {
    const known = commands.find((command) => command.name === name);
    if (!known) throw new UsageError(`There is no command ${name}.`);
    await known.run(await shellFor(known), args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n\n${usage(commands)}`);
  }
}

/** What works offline is not to wait for the service to be loaded. */
async function shellFor({ isOffline }: Command): Promise<Shell> {
  if (isOffline) return {} as Shell;
  const { createShell } = await import('./cli/shell.ts');
  return createShell();
}

/** What comes later would fail with words that help nobody. */
function assertNode(): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) >= NODE_MAJOR) return;
  throw new Error(
    `This is Node ${process.versions.node}; Imprimatur needs ${NODE_MAJOR} and brings it along: npm start, or npm run imprimatur -- <command>.`,
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof CommandError ? error.exitCode : 1);
}
