import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { type Permission, REGISTRY } from '../platform/registry.ts';
import type { Accounts } from './codes/accounts.ts';
import type { OperatorRole } from './operator.entity.ts';
import { findNamedAccount, readAccountsInRoles } from './operator.sql.ts';

/** Data of an operator for other features. */
export interface KnownOperator {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly OperatorRole[];
  /** True for a disabled operator, and for one who was changed outside of the service. */
  readonly isDisabled: boolean;
}

/** Finds an operator by id. Null if not found. */
export async function findOperator(database: Database, accounts: Accounts, id: string): Promise<KnownOperator | null> {
  const found = await findNamedAccount(database, id);
  if (!found) return null;
  const { name, account } = found;
  const { email, roles } = account;
  return { id, name, email, roles, isDisabled: account.isDisabled || !accounts.isProven(found) };
}

/** Ids of all enabled operators with this permission, without those who were changed outside of the service. */
export async function idsOfOperatorsWith(
  em: EntityManager,
  accounts: Accounts,
  permission: Permission,
): Promise<string[]> {
  const { roles } = REGISTRY.permissions.get(permission)!;
  const stored = await readAccountsInRoles(em, [...roles]);
  return stored.filter((one) => accounts.isProven(one)).map(({ account }) => account.id);
}
