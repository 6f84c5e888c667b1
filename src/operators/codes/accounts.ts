import type { EntityManager } from '@mikro-orm/postgresql';
import { Refusal } from '../../platform/errors/errors.ts';
import { lockAccount, readAccount, type StoredAccount, updateAccountCode } from './account.sql.ts';
import { type AccountState, OperatorCodes } from './operator-codes.ts';

/** Called with the kind and the id of a row whose code is wrong or missing. */
export type ReportWrongCode = (kind: string, id: string) => void;

/**
 * Reads and changes accounts of operators. An account that was changed in the database by someone else is refused. A changed
 * account gets the code of what the service intends to store, never of what it reads: otherwise a row that someone inserts at the
 * same time, or by a trigger, would be covered.
 */
export class Accounts {
  readonly codes: OperatorCodes;
  readonly #report: ReportWrongCode;

  constructor(masterKey: Buffer, report: ReportWrongCode = () => {}) {
    this.codes = new OperatorCodes(masterKey);
    this.#report = report;
  }

  /** Reports a row, other than an account, whose code is wrong or missing. Such a row counts as unknown. */
  reportWrongCode(kind: string, id: string): void {
    this.#report(kind, id);
  }

  isProven({ account, code }: StoredAccount): boolean {
    return this.codes.accounts.verifies(account, code);
  }

  /** @throws Refusal ACCOUNT_NOT_PROVEN if the account isn’t as the service has stored it */
  proven(stored: StoredAccount): AccountState {
    if (this.isProven(stored)) return stored.account;
    this.#report('operator', stored.account.id);
    throw new Refusal(
      'ACCOUNT_NOT_PROVEN',
      'This account was changed in the database, outside of the service, so it can’t be used. Someone with access to the service’s machine must check it and run: imprimatur admit-operator EMAIL',
    );
  }

  /**
   * Finds an account. Null if the operator doesn’t exist.
   * @throws Refusal ACCOUNT_NOT_PROVEN
   */
  async find(em: EntityManager, operatorId: string): Promise<AccountState | null> {
    const stored = await readAccount(em, operatorId);
    return stored && this.proven(stored);
  }

  /**
   * Finds an account, and locks it until the transaction ends, so that it can be changed. Call it before the change.
   * @throws Refusal ACCOUNT_NOT_PROVEN
   */
  async lock(em: EntityManager, operatorId: string): Promise<AccountState | null> {
    await lockAccount(em, operatorId);
    return this.find(em, operatorId);
  }

  /** Stores the code of an account that `lock` has returned and the transaction changes. */
  async storeCode(em: EntityManager, account: AccountState): Promise<void> {
    await updateAccountCode(em, account.id, this.codes.accounts.of(account));
  }

  /** Code for the row of a new operator. */
  codeOf(account: AccountState): Buffer {
    return this.codes.accounts.of(account);
  }
}

/** Account of a new operator, without second factors. */
export function newAccount(
  { id, email, roles }: Pick<AccountState, 'id' | 'email' | 'roles'>,
  passwordHash: string | null = null,
): AccountState {
  const signInAccounts = passwordHash === null ? [] : [passwordAccount(id, passwordHash)];
  return { id, email, roles, isDisabled: false, version: 1, signInAccounts, passkeys: [], appId: null };
}

/** Account with another password. */
export function withPassword(account: AccountState, passwordHash: string): AccountState {
  const others = account.signInAccounts.filter(({ providerId }) => providerId !== PASSWORD_PROVIDER);
  return { ...account, signInAccounts: [...others, passwordAccount(account.id, passwordHash)] };
}

/** Hash of the account’s password. Null if the operator has none. */
export function passwordHashOf({ id, signInAccounts }: AccountState): string | null {
  const own = signInAccounts.find(({ providerId, accountId }) => providerId === PASSWORD_PROVIDER && accountId === id);
  return own?.passwordHash ?? null;
}

/** Provider id that marks an account with a password. */
export const PASSWORD_PROVIDER = 'credential';

const passwordAccount = (operatorId: string, passwordHash: string) => ({
  providerId: PASSWORD_PROVIDER,
  accountId: operatorId,
  passwordHash,
});
