import type { OPERATORS } from '../platform/auth/roles.ts';
import type { Database } from '../platform/database/database.ts';
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

/** The ids of all who have this permission now, and are not disabled. */
export function operatorsWho(database: Database, permission: Permission): Promise<string[]> {
  return database.readValue<string[]>(
    {
      name: 'operators_who',
      text: `select coalesce(array_agg(id order by id), '{}') from operator where roles && $1::text[] and disabled_at is null`,
    },
    [NAMES.permissions.get(permission)!.roles],
  );
}
