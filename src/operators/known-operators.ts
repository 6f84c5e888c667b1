import type { EntityManager } from '@mikro-orm/postgresql';
import type { OPERATORS } from '../platform/auth/roles.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { NAMES, type Permission } from '../platform/names.ts';

/** What others may know of a person. */
export interface KnownOperator {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly (typeof OPERATORS)[number][];
  readonly isDisabled: boolean;
}

type OperatorRow = [id: string, name: string, email: string, roles: KnownOperator['roles'], isDisabled: boolean];

const COLUMNS = 'id, name, email, roles, disabled_at is not null';

/** The person of this id, as things stand; null where there is none. */
export async function findOperator(database: Database, id: string): Promise<KnownOperator | null> {
  const row = await database.readRow<OperatorRow>(
    { name: 'operator', text: `select ${COLUMNS} from operator where id = $1` },
    [id],
  );
  if (!row) return null;
  const [operatorId, name, email, roles, isDisabled] = row;
  return { id: operatorId, name, email, roles, isDisabled };
}

/** The names of those of these ids that there are. */
export async function namesOfOperators(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const text = `select coalesce(jsonb_object_agg(id, name), '{}') from operator where id = any($1::text[])`;
  return new Map(
    Object.entries(await database.readValue<Record<string, string>>({ name: 'operator_names', text }, [ids])),
  );
}

const WHO = `select coalesce(array_agg(id order by id), '{}') as ids from operator where roles && $1::text[] and disabled_at is null`;

/**
 * The ids of all who have this permission now, and are not disabled.
 * @param em of a transaction that asks: one that waited for a second connection could wait for itself
 */
export async function operatorsWho(database: Database, permission: Permission, em?: EntityManager): Promise<string[]> {
  const roles = NAMES.permissions.get(permission)!.roles;
  if (!em) return database.readValue<string[]>({ name: 'operators_who', text: WHO }, [roles]);
  const [row] = await sql<{ ids: string[] }>(em, WHO, [[...roles]]);
  return row!.ids;
}
