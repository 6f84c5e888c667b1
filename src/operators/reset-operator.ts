import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { UsageError } from '../platform/command-line/exit.ts';
import { accountsOfCommand } from './codes/accounts-of-command.ts';
import { newResetToken } from './links.ts';
import { resetUrl } from './pages/link-pages.ts';
import { emailOf } from './person-input.ts';

const FAULTS = {
  UNKNOWN: 'No operator has this address.',
  DISABLED: 'This operator is disabled. An ADMIN can enable them.',
};

/** Prints a link to set a new password for an operator who can't sign in. The operator's sessions end at once. */
export function resetOperator(shell: CommandEnvironment, what: string, typed: string): Promise<void> {
  const email = emailOf(typed);
  if (what !== 'reset' || email === null) throw new UsageError('Usage: operator reset EMAIL');
  return shell.withDatabase(async (ctx) => {
    const link = await newResetToken(ctx, await accountsOfCommand(shell, ctx), email);
    if (typeof link === 'string') throw new Error(FAULTS[link]);
    const { token, makesAdmin, hours } = link;
    const admin = makesAdmin ? ' No ADMIN can sign in any more, so its user becomes one.' : '';
    process.stderr.write(`All sessions of ${email} have ended. The link works once, for ${hours} hours.${admin}\n`);
    process.stdout.write(`${resetUrl(shell.serviceUrl, token)}\n`);
  });
}
