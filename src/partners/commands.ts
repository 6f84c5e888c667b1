import { command } from '../platform/command-line/command.ts';
import { UsageError } from '../platform/command-line/exit.ts';

export const commands = [
  command({
    name: 'partner-token',
    trail: { audited: 'issuePartnerLink' },
    words: ['NAME'],
    options: { days: { type: 'string' } },
    usage: [['partner-token NAME [--days N]', 'Create a bank link for a partner. Printed once.']],
    examples: ['partner-token "Agency North" --days 90'],
    async run(shell, { days }, name) {
      const lifetimeDays = days === undefined ? null : Number(days);
      if (lifetimeDays !== null && !(Number.isInteger(lifetimeDays) && lifetimeDays > 0)) {
        throw new UsageError('--days takes a whole number of days, at least 1.');
      }
      const { issuePartnerLink } = await import('./issue-partner-token.ts');
      await issuePartnerLink(shell, name, lifetimeDays);
    },
  }),
];
