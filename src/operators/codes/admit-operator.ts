import { reportChanges } from '../../platform/audit/report-changes.ts';
import type { CommandEnvironment } from '../../platform/command-line/command.ts';
import { UsageError } from '../../platform/command-line/exit.ts';
import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events/outbox.ts';
import { lockPeople } from '../operator.sql.ts';
import { emailOf } from '../person-input.ts';
import { deleteSessions } from '../sign-in.sql.ts';
import { lockAccount, readAccount, readAccountAt, readAccounts } from './account.sql.ts';
import { type Accounts, passwordHashOf } from './accounts.ts';
import { accountsOfCommand } from './accounts-of-command.ts';
import type { AccountState } from './operator-codes.ts';

/** Maximum number of operators that one command admits. */
const MOST = 10_000;

/**
 * Accepts operators as they are stored, after a change in the database that isn’t an attack. Their sessions end. Prints what they
 * may do and how they sign in.
 * @param typed e-mail address; null admits all operators
 */
export function admitOperator(shell: CommandEnvironment, typed: string | null): Promise<void> {
  const email = typed === null ? null : emailOf(typed);
  if (typed !== null && email === null) throw new UsageError('Usage: admit-operator EMAIL');
  return shell.withDatabase(async (ctx) => {
    const accounts = await accountsOfCommand(shell, ctx);
    const admitted = await ctx.transactional(async (inner) => {
      await lockPeople(inner.em);
      const found = email === null ? await readAccounts(inner.em, '', MOST) : [await readAccountAt(inner.em, email)];
      const changed: AccountState[] = [];
      for (const stored of found) {
        if (!stored) throw new Error('No operator has this address.');
        const account = accounts.isProven(stored) ? null : await admitAccount(inner, accounts, stored.account.id);
        if (account) changed.push(account);
      }
      return changed;
    });
    for (const account of admitted) process.stdout.write(`${describe(account)}\n`);
    process.stderr.write(
      admitted.length === 0
        ? 'Nothing was changed: the service accepts what is stored already.\n'
        : 'These accounts are accepted as they are now, and their sessions have ended.\n',
    );
  });
}

/** Stores the code of an account as it is in the database, and ends the operator’s sessions. */
export async function admitAccount(ctx: Context, accounts: Accounts, operatorId: string): Promise<AccountState | null> {
  const { em } = ctx;
  await lockAccount(em, operatorId);
  const stored = await readAccount(em, operatorId);
  if (!stored) return null;
  await accounts.storeCode(em, stored.account);
  await deleteSessions(em, operatorId);
  publish(ctx, 'operators.changed', { operatorId });
  reportChanges([operatorId]);
  return stored.account;
}

function describe(account: AccountState): string {
  const { email, roles, isDisabled, signInAccounts, passkeys, appId } = account;
  const providers = signInAccounts.filter(({ passwordHash }) => passwordHash === null).length;
  return [
    `${email}  ${roles.join(', ')}${isDisabled ? ', disabled' : ''}`,
    `password: ${passwordHashOf(account) === null ? 'no' : 'yes'}`,
    `accounts at identity providers: ${providers}`,
    `passkeys: ${passkeys.length}`,
    `authenticator app: ${appId === null ? 'no' : 'yes'}`,
  ].join('; ');
}
