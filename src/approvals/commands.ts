import { command } from '../platform/command-line/command.ts';

/** Shell commands for the key that signs requests for approval and decisions. */
export const commands = [
  command({
    name: 'rotate-decision-key',
    trail: { audited: 'rotateDecisionKey' },
    usage: [['rotate-decision-key', 'Replace the key in DATA_DIR that signs approvals. Earlier approvals stay valid.']],
    examples: ['rotate-decision-key'],
    run: async (shell) => (await import('./binding/decision-key-commands.ts')).rotateDecisionKey(shell),
  }),
  command({
    name: 'admit-decision-key',
    trail: { audited: 'admitDecisionKey' },
    options: { previous: { type: 'string' } },
    usage: [
      ['admit-decision-key', 'Accept the key in DECISION_PRIVATE_KEY as the new key that signs approvals.'],
      ['--previous KEY_ID,…', 'Ids of earlier keys. Approvals signed with other keys become invalid.'],
    ],
    examples: ['admit-decision-key --previous 3f1c…9a'],
    async run(shell, { previous }) {
      const ids = (previous ?? '').split(',').filter(Boolean);
      await (await import('./binding/decision-key-commands.ts')).admitDecisionKeyInUse(shell, ids);
    },
  }),
];
