import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { NAMES, type Permission } from '../platform/names.ts';
import { readIdsInRoles, readIdsInRolesNow } from './operator.sql.ts';

/**
 * The ids of all who have this permission now, and are not disabled.
 * @param em of a transaction that asks: one that waited for a second connection could wait for itself
 */
export function operatorsWho(database: Database, permission: Permission, em?: EntityManager): Promise<string[]> {
  const { roles } = NAMES.permissions.get(permission)!;
  return em ? readIdsInRolesNow(em, roles) : readIdsInRoles(database, roles);
}
