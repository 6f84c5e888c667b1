import { command } from '../platform/command-line/command.ts';

export const commands = [
  command({
    name: 'operator',
    trail: { audited: 'resetOperator' },
    words: ['reset', 'EMAIL'],
    usage: [['operator reset EMAIL', 'Create a sign-in link for an operator who is locked out. Printed once.']],
    examples: ['operator reset ada@example.org'],
    async run(shell, _options, what, email) {
      const { resetOperator } = await import('./reset-operator.ts');
      await resetOperator(shell, what, email);
    },
  }),
  command({
    name: 'admit-operator',
    trail: { audited: 'admitOperator' },
    words: ['EMAIL'],
    insteadOfWords: 'all',
    options: { all: { type: 'boolean' } },
    usage: [
      ['admit-operator EMAIL', 'Accept an operator who was changed in the database, as it is stored now.'],
      ['--all', 'Accept all operators, such as after ENCRYPTION_KEY was lost.'],
    ],
    examples: ['admit-operator ada@example.org'],
    run: async (shell, { all = false }, email) =>
      (await import('./codes/admit-operator.ts')).admitOperator(shell, all ? null : email),
  }),
  command({
    name: 'first-operator',
    trail: { unaudited: 'The start prints such links too. The use of a link is recorded.' },
    usage: [['first-operator', 'Create the sign-up link of the first operator. Printed once; works once.']],
    examples: ['first-operator'],
    run: async (shell) => (await import('./print-first-link.ts')).printFirstLink(shell),
  }),
];
