#!/usr/bin/env node
import 'reflect-metadata';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CommandError, ExitCode, UsageError } from './cli/exit.ts';
import { ConfigError, isHostName } from './platform/config.ts';

/** Of the one that comes with the project. */
const NODE_MAJOR = 24;

const USAGE = `imprimatur <command>

  start [--no-worker]              the service; with --no-worker it takes requests but renders nothing itself
  worker                           background work only, for a second process or machine
  migrate                          bring the database up to this version, and end
  partner-token NAME [--days N]    issue a link for a partner; printed once
  succeed-log NAME                 open a new log, with a host name of its own, in the place of a frozen one
  rotate-seal-key                  put a new key in the place of the one seals are signed with
  revoke-seal-key KEY_ID           say that a seal key has come into other hands
    --since TIME --reason TEXT       seals that are not proven to be older do not hold any more

  verify FILE                      is FILE what was sealed? Asks nobody, needs no service and no settings
    --seal FILE|URL                  default: FILE.sigstore.json or seal.sigstore.json beside it
    --trust FILE|URL                 the keys you trust; default: trust.json beside it
    --salt BASE64                    of a private seal
    --status FILE|URL                what became of the seal: its statuses.json, or single statements
    --checkpoint FILE|URL            a checkpoint of the log that you kept from earlier
    --consistency FILE|URL           the proof that both are one log's, where the trees differ in size
    --json
  audit URL                        has the log at URL kept everything, and told everybody the same?
    --trust FILE | --log-key VKEY    the log's key; default: the one seen first, which is kept
    --state DIR                      what was seen the last time; default: ~/.local/state/imprimatur/audit
    --full                           read again what was read before
    --no-entries                     only the tiles, for a log that shows no entries
    --json
  witness --name NAME --log VKEY   cosign what the log publishes, if it continues what was seen; --log several times
    --dir DIR                        its key and what it saw; default: ./witness
    --host HOST --port PORT          default: 127.0.0.1, 4010

The first seven take their settings from the environment; see the README. Exit codes of verify, audit: docs/seals.md.
`;

interface Command {
  run(args: string[]): Promise<void>;
}

/** A command with the words and the options it takes. What it needs is loaded when it runs. */
function command<const Options extends ParseArgsOptionsConfig>(
  name: string,
  words: string[],
  options: Options,
  run: (values: ValuesOf<Options>, ...words: string[]) => Promise<void>,
): [string, Command] {
  return [
    name,
    {
      async run(args) {
        const { values, positionals } = parse(args, options);
        if (positionals.length !== words.length) {
          throw new UsageError(`${name} takes ${words.length === 0 ? 'no name' : `one ${words.join(' ')}`}.`);
        }
        await run(values, ...positionals);
      },
    },
  ];
}

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; allowNegative: true }>
>['values'];

const COMMANDS = new Map<string, Command>([
  command('start', [], { worker: { type: 'boolean', default: true } }, async ({ worker }) => {
    const { start } = await import('./cli/start.ts');
    await start({ works: worker });
  }),
  command('worker', [], {}, async () => (await import('./cli/start-worker.ts')).startWorker()),
  command('migrate', [], {}, async () => (await import('./cli/migrate-only.ts')).migrateOnly()),
  command('partner-token', ['NAME'], { days: { type: 'string' } }, async ({ days }, name) => {
    const lifetimeDays = days === undefined ? null : Number(days);
    if (lifetimeDays !== null && !(Number.isInteger(lifetimeDays) && lifetimeDays > 0)) {
      throw new UsageError('--days takes a whole number.');
    }
    const { issuePartnerToken } = await import('./cli/issue-partner-token.ts');
    await issuePartnerToken(name!, lifetimeDays);
  }),
  command('succeed-log', ['NAME'], {}, async (_, name) => {
    if (!isHostName(name!)) throw new UsageError('A log is named like a host, e.g. log2.seals.example.org.');
    await (await import('./cli/succeed-log.ts')).succeedFrozenLog(name!);
  }),
  command('rotate-seal-key', [], {}, async () => (await import('./cli/seal-keys.ts')).rotateSealKey()),
  command(
    'revoke-seal-key',
    ['KEY_ID'],
    { since: { type: 'string' }, reason: { type: 'string' } },
    async ({ since, reason }, keyId) => {
      const time = new Date(since ?? Number.NaN);
      if (Number.isNaN(time.getTime())) throw new UsageError('--since takes a time, e.g. 2026-11-21T09:00:00Z.');
      if (!reason) throw new UsageError('--reason takes a sentence that everybody who checks a seal will read.');
      const { revokeKey } = await import('./cli/seal-keys.ts');
      await revokeKey(keyId!, time, reason);
    },
  ),
  command(
    'verify',
    ['FILE'],
    {
      seal: { type: 'string' },
      trust: { type: 'string' },
      salt: { type: 'string' },
      status: { type: 'string', multiple: true },
      checkpoint: { type: 'string' },
      consistency: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    async (values, file) => (await import('./cli/verify-file.ts')).verifyFile(file!, values),
  ),
  command(
    'audit',
    ['URL'],
    {
      trust: { type: 'string' },
      'log-key': { type: 'string' },
      state: { type: 'string' },
      full: { type: 'boolean', default: false },
      entries: { type: 'boolean', default: true },
      json: { type: 'boolean', default: false },
    },
    async ({ 'log-key': logKey, ...values }, url) =>
      (await import('./cli/audit-log.ts')).auditLog(url!, { logKey, ...values }),
  ),
  command(
    'witness',
    [],
    {
      name: { type: 'string' },
      log: { type: 'string', multiple: true },
      dir: { type: 'string', default: './witness' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '4010' },
    },
    async (values) => (await import('./cli/start-witness.ts')).startWitness(values),
  ),
]);

async function main([first, ...rest]: string[]): Promise<void> {
  assertNode();
  // Without a command it is the service that is started.
  const [name, args] = first === undefined || first.startsWith('-') ? ['start', process.argv.slice(2)] : [first, rest];
  if (name === 'help' || args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(USAGE);
    return;
  }
  const known = COMMANDS.get(name);
  if (!known) throw new UsageError(`There is no command ${name}.`);
  await known.run(args);
}

/** What comes later would fail with words that help nobody. */
function assertNode(): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) >= NODE_MAJOR) return;
  throw new Error(
    `This is Node ${process.versions.node}; Imprimatur needs ${NODE_MAJOR} and brings it along: npm start, or npm run imprimatur -- <command>.`,
  );
}

function parse<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${isUsage ? `\n${USAGE}` : ''}`);
  process.exit(error instanceof CommandError ? error.exitCode : error instanceof ConfigError ? ExitCode.CONFIG : 1);
}
