import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { type Permission, REGISTRY } from '../platform/registry.ts';
import { readIdsInRoles, readIdsInRolesNow } from './operator.sql.ts';

/**
 * Ids of all enabled operators with this permission.
 * @param em entity manager of the caller’s transaction; a second connection could deadlock with it
 */
export function idsOfOperatorsWith(database: Database, permission: Permission, em?: EntityManager): Promise<string[]> {
  const { roles } = REGISTRY.permissions.get(permission)!;
  return em ? readIdsInRolesNow(em, roles) : readIdsInRoles(database, roles);
}
