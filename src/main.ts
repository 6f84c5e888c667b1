#!/usr/bin/env node
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { issuePartnerToken } from './cli/issue-partner-token.ts';
import { migrateOnly } from './cli/migrate-only.ts';
import { start } from './cli/start.ts';
import { startWorker } from './cli/start-worker.ts';
import { ConfigError } from './platform/config.ts';

const USAGE = `imprimatur <command>

  start [--no-worker]              the service; with --no-worker it takes requests but renders nothing itself
  worker                           background work only, for a second process or machine
  migrate                          bring the database up to this version, and end
  partner-token NAME [--days N]    issue a link for a partner; printed once

Settings come from the environment; see the README.
`;

/** sysexits.h: what supervisors know as a wrong configuration, which no restart will mend. */
const EX_USAGE = 64;
const EX_CONFIG = 78;

class UsageError extends Error {}

function commandOf(args: string[]): () => Promise<void> {
  const { values, positionals } = parse(args);
  const [command = 'start', ...rest] = positionals;
  const takes = (count: number) => {
    if (rest.length !== count) throw new UsageError(`${command} takes ${count || 'no'} name.`);
  };
  if (values.help || command === 'help') return async () => void process.stdout.write(USAGE);
  switch (command) {
    case 'start':
      takes(0);
      return () => start({ works: values.worker });
    case 'worker':
      takes(0);
      return startWorker;
    case 'migrate':
      takes(0);
      return migrateOnly;
    case 'partner-token': {
      takes(1);
      const days = values.days === undefined ? null : Number(values.days);
      if (days !== null && !(Number.isInteger(days) && days > 0)) throw new UsageError('--days takes a whole number.');
      return () => issuePartnerToken(rest[0]!, days);
    }
    default:
      throw new UsageError(`There is no command ${command}.`);
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: {
        worker: { type: 'boolean', default: true },
        days: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

try {
  await commandOf(process.argv.slice(2))();
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${isUsage ? `\n${USAGE}` : ''}`);
  process.exit(isUsage ? EX_USAGE : error instanceof ConfigError ? EX_CONFIG : 1);
}
