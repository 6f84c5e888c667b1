import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';
import type { StoredCode } from '../../platform/encryption/row-codes.ts';
import type { OperatorRole } from '../operator.entity.ts';
import type { AccountState } from './operator-codes.ts';

/** An account as stored, with its code. */
export interface StoredAccount {
  readonly account: AccountState;
  readonly code: StoredCode;
}

/** Value of `STORED_ACCOUNT`. */
export type StoredAccountJson = readonly [
  id: string,
  email: string,
  roles: OperatorRole[],
  isDisabled: boolean,
  version: number,
  signInAccounts: [providerId: string, accountId: string, passwordHash: string | null][] | null,
  passkeys: [credentialId: string, publicKey: string][] | null,
  appId: string | null,
  code: string | null,
];

/** SQL expression for all that an operator’s code covers, and the code, from a table or alias `operator`. */
export const STORED_ACCOUNT = `json_build_array(
  operator.id, operator.email, operator.roles, operator.disabled_at is not null, operator.version,
  (select json_agg(json_build_array(account.provider_id, account.account_id, account.password))
   from operator_account account where account.operator_id = operator.id),
  (select json_agg(json_build_array(passkey.credential_id, encode(passkey.public_key, 'hex')))
   from operator_passkey passkey where passkey.operator_id = operator.id),
  (select totp.id from operator_totp totp where totp.operator_id = operator.id and totp.confirmed_at is not null),
  encode(operator.authentication_code, 'hex'))`;

export function storedAccountOf(json: StoredAccountJson): StoredAccount {
  const [id, email, roles, isDisabled, version, signInAccounts, passkeys, appId, code] = json;
  return {
    account: {
      id,
      email,
      roles,
      isDisabled,
      version,
      signInAccounts: (signInAccounts ?? []).map(([providerId, accountId, passwordHash]) => ({
        providerId,
        accountId,
        passwordHash,
      })),
      passkeys: (passkeys ?? []).map(([credentialId, publicKey]) => ({ credentialId, publicKey })),
      appId,
    },
    code: codeIn(code),
  };
}

/** Code that an SQL statement has returned in hex. */
export const codeIn = (hex: string | null): StoredCode => (hex === null ? null : Buffer.from(hex, 'hex'));

/** Reads an account with its code. Null if the operator doesn’t exist. */
export async function readAccount(em: EntityManager, operatorId: string): Promise<StoredAccount | null> {
  const [row] = await sql<{ stored: StoredAccountJson }>(
    em,
    `select ${STORED_ACCOUNT} as stored from operator where operator.id = $1`,
    [operatorId],
  );
  return row ? storedAccountOf(row.stored) : null;
}

/** Reads the account with an e-mail address, with its code. Null if the address is unknown. */
export async function readAccountAt(em: EntityManager, email: string): Promise<StoredAccount | null> {
  const [row] = await sql<{ stored: StoredAccountJson }>(
    em,
    `select ${STORED_ACCOUNT} as stored from operator where operator.email = $1`,
    [email],
  );
  return row ? storedAccountOf(row.stored) : null;
}

/** Reads at most `limit` accounts with their codes, in the order of their ids, starting after the id `after`. */
export async function readAccounts(em: EntityManager, after: string, limit: number): Promise<StoredAccount[]> {
  const rows = await sql<{ stored: StoredAccountJson }>(
    em,
    `select ${STORED_ACCOUNT} as stored from operator where operator.id > $1 order by operator.id limit $2`,
    [after, limit],
  );
  return rows.map(({ stored }) => storedAccountOf(stored));
}

/**
 * Locks an operator against other changes of the account until the transaction ends. Sessions can still be started, which only
 * refer to the row.
 */
export async function lockAccount(em: EntityManager, operatorId: string): Promise<void> {
  await sql(em, 'select id from operator where id = $1 for no key update', [operatorId]);
}

export async function updateAccountCode(em: EntityManager, operatorId: string, code: Uint8Array): Promise<void> {
  await sql(em, 'update operator set authentication_code = $2 where id = $1', [operatorId, code]);
}
