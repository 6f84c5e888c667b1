import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Command, command } from '../platform/command-line/command.ts';
import { UsageError } from '../platform/command-line/exit.ts';
import { printable } from '../platform/command-line/terminal.ts';
import { PROGRAM_ROOT, programModule } from '../platform/program/project-root.ts';
import { integrityPlan } from './integrity-plan.ts';

const SERVICE_COMMANDS: readonly Command[] = [
  command({
    name: 'start',
    trail: { unaudited: 'Each part of the service records its own changes.' },
    options: { worker: { type: 'boolean', default: true } },
    usage: [
      ['start [--no-worker]', 'Start the service. With --no-worker, background work is left to other processes.'],
    ],
    examples: ['start', 'start --no-worker'],
    run: async (_shell, { worker }) => (await import('./start.ts')).start({ works: worker }),
  }),
  command({
    name: 'worker',
    trail: { unaudited: 'Each part of the service records its own changes.' },
    usage: [['worker', 'Run background work only, in a second process or on a second machine.']],
    examples: ['worker'],
    run: async () => (await import('./start-worker.ts')).startWorker(),
  }),
  command({
    name: 'migrate',
    trail: { unaudited: 'The database records which migrations were run, and when.' },
    usage: [
      [
        'migrate',
        'Upgrade the database to this release, then exit. With DATABASE_OWNER_URL, also grant the account of DATABASE_URL its privileges.',
      ],
    ],
    examples: ['migrate'],
    // Every command with a database migrates it first; this one does nothing else, for deployments with a separate migration
    // step.
    run: (shell) =>
      shell.withDatabase(async () => {
        process.stdout.write('The database is up to date.\n');
      }),
  }),
  command({
    name: 'replace-encryption-key',
    trail: { audited: 'replaceEncryptionKey' },
    usage: [
      [
        'replace-encryption-key',
        'Switch to a new ENCRYPTION_KEY. Re-encrypts data if PREVIOUS_ENCRYPTION_KEY is set; otherwise that data is lost. Needs the account that owns the tables (DATABASE_OWNER_URL).',
      ],
    ],
    examples: ['replace-encryption-key'],
    run: async (shell) => (await import('./replace-encryption-key.ts')).replaceEncryptionKey(shell),
  }),
  command({
    name: 'resume-deletion',
    trail: { audited: 'resumeDeletion' },
    usage: [['resume-deletion', 'Resume deletion and erasure after a wrong clock. Check the clocks first.']],
    examples: ['resume-deletion'],
    run: async (shell) => (await import('./resume-deletion.ts')).resumeDeletion(shell),
  }),
  command({
    name: 'claim-database',
    trail: { unaudited: 'It changes no data. The database records which data folder owns it.' },
    usage: [
      ['claim-database', 'Make this DATA_DIR the owner of its embedded database, after it was moved or restored.'],
    ],
    examples: ['claim-database'],
    run: async (shell) => (await import('./claim-database.ts')).claimDatabase(shell.config),
  }),
  command({
    name: 'move-database',
    trail: { unaudited: 'It copies the audit trail with everything else, and changes no data.' },
    usage: [
      [
        'move-database',
        'Copy the embedded database into the empty database of DATABASE_URL and DATABASE_OWNER_URL. Stop the service first.',
      ],
    ],
    examples: ['move-database'],
    run: async (shell) => (await import('./move-database.ts')).moveDatabase(shell.config),
  }),
  command({
    name: 'doctor',
    trail: { unaudited: 'It changes nothing.' },
    options: { json: { type: 'boolean', default: false } },
    usage: [
      ['doctor', 'Check the installation and report problems. Read-only.'],
      ['--json', 'Print JSON.'],
    ],
    examples: ['doctor', 'doctor --json'],
    run: async (_shell, { json }) => (await import('./doctor.ts')).runDoctor({ json }),
  }),
  command({
    name: 'backup',
    trail: { unaudited: 'It changes nothing that the service has stored.' },
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      verify: { type: 'boolean', default: false },
      backup: { type: 'string' },
      key: { type: 'string' },
      trust: { type: 'string' },
    },
    usage: [
      [
        'backup --to PLACE',
        'Back up database, pictures and secrets to a folder or s3:// URL while the service runs. Default: BACKUP_TO.',
      ],
      ['--keep N', 'Then delete all but the newest N backups there.'],
      ['--verify', 'Read the newest backup there instead, and compare it with its signed manifest.'],
      ['--backup NAME', 'With --verify: the backup with this name.'],
      ['--key ID, --trust FILE', 'With --verify: id of the seal key that signed it, or trust.json.'],
    ],
    examples: ['backup --to /mnt/backup --keep 7', 'backup --to /mnt/backup --verify'],
    run: async (_shell, values) => (await import('./backup.ts')).runBackup(values),
  }),
  command({
    name: 'restore',
    trail: { unaudited: 'It replaces everything that the service has stored, the audit trail included.' },
    options: {
      from: { type: 'string' },
      backup: { type: 'string' },
      check: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      published: { type: 'string', multiple: true },
      'nothing-published-since': { type: 'boolean', default: false },
      'keep-secrets': { type: 'boolean', default: false },
      'without-secrets': { type: 'boolean', default: false },
      'without-damaged-pictures': { type: 'boolean', default: false },
      key: { type: 'string' },
      trust: { type: 'string' },
    },
    usage: [
      [
        'restore --from PLACE',
        'Restore the newest backup of a folder or s3:// URL into an empty database. Default: BACKUP_TO.',
      ],
      ['--check', 'Say what would be lost and whether the log continues. Writes nothing.'],
      ['--backup NAME', 'The backup with this name.'],
      ['--replace', 'Delete the tables of the service that are in the database.'],
      ['--published FILE', 'A checkpoint of the log that was published: a file or URL. Can be repeated.'],
      ['--nothing-published-since', 'State that nothing was published after the backup, so that the log continues.'],
      ['--keep-secrets', 'Keep secrets of DATA_DIR that differ from those in the backup.'],
      ['--without-secrets', 'Restore although keys are missing.'],
      ['--without-damaged-pictures', 'Restore although pictures of the backup are damaged.'],
      ['--key ID, --trust FILE', 'Id of the seal key that signed the backup, or trust.json.'],
    ],
    examples: ['restore --from /mnt/backup --check', 'restore --from /mnt/backup'],
    run: async (_shell, values) => (await import('./restore.ts')).runRestore(values),
  }),
  command({
    name: 'integrity',
    trail: { auditsItself: 'repairIntegrity' },
    options: {
      repair: { type: 'boolean', default: false },
      for: { type: 'string' },
      grace: { type: 'string', default: '24h' },
      only: { type: 'string' },
      from: { type: 'string' },
      hash: { type: 'boolean', default: true },
      json: { type: 'boolean', default: false },
    },
    usage: [
      ['integrity', 'Verify stored data: rows, files, log entries. Read-only unless --repair.'],
      ['--repair', 'Repair from originals, briefs and log entries where possible.'],
      ['--for TIME', 'Stop after this time, such as 10m. Each check starts at a random place.'],
      [
        '--only NAME,…',
        'Checks to run, from: approvals, bytes, catalogue, chain, decisions, held outputs, log, money, publishing, run times, seals, spend. Default: all.',
      ],
      ['--grace TIME', 'Ignore files without a row that are younger. Default: 24h.'],
      ['--no-hash', 'Compare sizes only, not digests.'],
      ['--from HEX', 'Start with digests that begin with these two hex digits.'],
      ['--json', 'Print JSON.'],
    ],
    examples: ['integrity --repair --for 30m', 'integrity --only log,seals --json'],
    run: async (_shell, values) => {
      const plan = integrityPlan(values);
      await (await import('./integrity.ts')).checkIntegrity(plan);
    },
  }),
  command({
    name: 'storage',
    words: ['copy', 'FROM', 'TO'],
    trail: { unaudited: 'It copies stored bytes and changes no row.' },
    options: { verify: { type: 'boolean', default: false } },
    usage: [
      ['storage copy FROM TO', 'Copy all pictures to another store, and check that it has those of every row.'],
      ['--verify', 'Also hash pictures that TO already has. Default: compare sizes.'],
    ],
    examples: ['storage copy file:///srv/pictures "s3://bucket/pictures?region=eu-central-1"'],
    run: async (_shell, { verify }, verb, from, to) => {
      if (verb !== 'copy')
        throw new UsageError(`There is no command storage ${printable(verb)}. Write storage copy FROM TO.`);
      await (await import('./storage-copy.ts')).copyStorage(from, to, verify);
    },
  }),
];

/** Finds all commands: those of the service, then those in the features' `commands.ts`. */
export async function findCommands(): Promise<readonly Command[]> {
  const files = readdirSync(PROGRAM_ROOT)
    .filter((folder) => folder !== 'cli')
    .sort()
    .map((folder) => programModule(`${folder}/commands`))
    .filter((file) => existsSync(file));
  const found = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(file).href)) as { commands: readonly Command[] }),
  );
  return [...SERVICE_COMMANDS, ...found.flatMap(({ commands }) => commands)];
}
