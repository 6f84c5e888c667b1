import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { accountsOfCommand } from './codes/accounts-of-command.ts';
import { operatorsConfig } from './index.ts';
import { newFirstOperatorToken } from './links.ts';
import { beginUrl } from './pages/link-pages.ts';

/** Prints a new sign-up link for the first operator, which replaces earlier ones. */
export function printFirstLink(shell: CommandEnvironment): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    const accounts = await accountsOfCommand(shell, ctx);
    const token = await newFirstOperatorToken(ctx, accounts, shell.config.of(operatorsConfig).firstEmail);
    if (token === null) {
      throw new Error(
        'An operator already exists. Ask an ADMIN for an invitation, or restore a lost account: imprimatur operator reset EMAIL',
      );
    }
    process.stderr.write(
      'The link works once and makes its user an ADMIN. Links printed before don’t work any more.\n',
    );
    process.stdout.write(`${beginUrl(shell.serviceUrl, token)}\n`);
  });
}
