import type { CommandEnvironment } from '../../platform/command-line/command.ts';
import type { Context } from '../../platform/context.ts';
import { Accounts } from './accounts.ts';
import { baselineState } from './code-baseline.ts';

/**
 * Accounts of operators for a command.
 * @throws if the command was started with another encryption key than the service, which would refuse what the command stores
 */
export async function accountsOfCommand({ config }: CommandEnvironment, { em }: Context): Promise<Accounts> {
  const accounts = new Accounts(config.encryptionKey);
  if ((await baselineState(em, accounts.codes)) !== 'CHANGED') return accounts;
  throw new Error(
    `ENCRYPTION_KEY: the key from ${config.encryptionKeySource} isn't the one of this service. Run the command with the same settings as the service.`,
  );
}
