import { FEATURES } from '../features.ts';
import { command } from '../platform/command-line/command.ts';

/** Every command: those of the service itself, then those of its features. */
export const COMMANDS = [
  command({
    name: 'start',
    options: { worker: { type: 'boolean', default: true } },
    usage: [['start [--no-worker]', 'the service; with --no-worker it takes requests but renders nothing itself']],
    run: async (_shell, { worker }) => (await import('./start.ts')).start({ works: worker }),
  }),
  command({
    name: 'worker',
    usage: [['worker', 'background work only, for a second process or machine']],
    run: async () => (await import('./start-worker.ts')).startWorker(),
  }),
  command({
    name: 'migrate',
    usage: [['migrate', 'bring the database up to this version, and end']],
    // For deployments that migrate in a step of their own.
    run: (shell) =>
      shell.withDatabase(async () => {
        process.stdout.write('The database is up to date.\n');
      }),
  }),
  ...FEATURES.flatMap(({ commands }) => commands ?? []),
];
