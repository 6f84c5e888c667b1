import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Command, command } from '../platform/command-line/command.ts';
import { PROGRAM_ROOT, programModule } from '../platform/project-root.ts';
import { integrityPlan } from './integrity-plan.ts';

const OF_THE_SERVICE: readonly Command[] = [
  command({
    name: 'start',
    trail: { unaudited: 'What the service changes is written down as what does it says.' },
    options: { worker: { type: 'boolean', default: true } },
    usage: [['start [--no-worker]', 'the service; with --no-worker it takes requests but renders nothing itself']],
    examples: ['start', 'start --no-worker'],
    run: async (_shell, { worker }) => (await import('./start.ts')).start({ works: worker }),
  }),
  command({
    name: 'worker',
    trail: { unaudited: 'The same.' },
    usage: [['worker', 'background work only, for a second process or machine']],
    examples: ['worker'],
    run: async () => (await import('./start-worker.ts')).startWorker(),
  }),
  command({
    name: 'migrate',
    trail: { unaudited: 'The database keeps which migrations were run, and when.' },
    usage: [['migrate', 'bring the database up to this version, and end']],
    examples: ['migrate'],
    // For deployments that migrate in a step of their own.
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
        'go on with the key of these settings: with PREVIOUS_ENCRYPTION_KEY all is brought along, else given up',
      ],
    ],
    examples: ['replace-encryption-key'],
    run: async (shell) => (await import('./replace-encryption-key.ts')).replaceEncryptionKey(shell),
  }),
  command({
    name: 'doctor',
    trail: { unaudited: 'It changes nothing.' },
    options: { json: { type: 'boolean', default: false } },
    usage: [
      ['doctor', 'is all that the service needs there and right? Changes nothing'],
      ['--json', ''],
    ],
    examples: ['doctor', 'doctor --json'],
    run: async (_shell, { json }) => (await import('./doctor.ts')).runDoctor({ json }),
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
      ['integrity', 'do rows have their bytes, bytes a row, and the log its entries? Changes nothing'],
      ['--repair', 'repair what can be: from originals, from briefs, from entries'],
      ['--for TIME', 'e.g. 10m; begins anywhere, so that in time it comes everywhere'],
      ['--only NAME,…', 'of bytes, log, seals, catalogue'],
      ['--grace TIME', 'bytes are no orphans while they are younger; default: 24h'],
      ['--no-hash', 'compare sizes only'],
      ['--from HEX', 'the part of the store to begin with: the first two digits of the digests'],
      ['--json', ''],
    ],
    examples: ['integrity --repair --for 30m', 'integrity --only log,seals --json'],
    run: async (_shell, values) => {
      const plan = integrityPlan(values);
      await (await import('./integrity.ts')).checkIntegrity(plan);
    },
  }),
];

/** Every command: those of the service itself, then those that stand in the features' `commands.ts`. */
export async function findCommands(): Promise<readonly Command[]> {
  const files = readdirSync(PROGRAM_ROOT)
    .filter((folder) => folder !== 'cli')
    .sort()
    .map((folder) => programModule(`${folder}/commands`))
    .filter((file) => existsSync(file));
  const found = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(file).href)) as { commands: readonly Command[] }),
  );
  return [...OF_THE_SERVICE, ...found.flatMap(({ commands }) => commands)];
}
