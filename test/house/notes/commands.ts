import { command } from '../../../src/platform/command-line/command.ts';

export const commands = [
  command({
    name: 'count-notes',
    trail: { unaudited: 'It changes nothing.' },
    usage: [['count-notes', 'Print the number of notes.']],
    examples: ['count-notes'],
    run: (shell) =>
      shell.withDatabase(async ({ em }) => {
        const { Note } = await import('./note.entity.ts');
        process.stdout.write(`${await em.count(Note)}\n`);
      }),
  }),
];
