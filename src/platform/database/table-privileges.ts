/** Privilege of the service's database account on a table, in addition to SELECT. */
export type TablePrivilege = 'INSERT' | 'UPDATE' | 'DELETE' | ColumnUpdate;

/** UPDATE of some columns only. */
export interface ColumnUpdate {
  readonly columns: readonly string[];
}

/** Privileges by table. Every table of the service is listed. */
export type TablePrivileges = Readonly<Record<string, readonly TablePrivilege[]>>;

/** UPDATE of these columns only. */
export const updateOf = (...columns: string[]): ColumnUpdate => ({ columns });

/** Privileges for tables that belong to no feature. */
export const PLATFORM_PRIVILEGES: TablePrivileges = {
  announced_ending: ['INSERT', 'UPDATE', 'DELETE'],
  // Two members can be erased, and entries can be deleted after a year. A trigger refuses everything else.
  audit_entry: ['INSERT', updateOf('changes', 'network'), 'DELETE'],
  clock_note: ['INSERT', 'UPDATE'],
  demo_part: ['INSERT'],
  encryption_canary: ['INSERT'],
  keyed_issue: ['INSERT', 'UPDATE', 'DELETE'],
  limit_use: ['INSERT', 'UPDATE', 'DELETE'],
  mikro_orm_migrations: [],
  // Only releases up to 0.1.0 use it.
  operator_verification: [],
  outbox_event: ['INSERT', 'UPDATE', 'DELETE'],
  process_life: ['INSERT', 'UPDATE', 'DELETE'],
  schema_release: [],
};

/** Joins the privileges that parts of the service declare. @throws if two parts declare the same table */
export function joinPrivileges(parts: readonly TablePrivileges[]): TablePrivileges {
  const joined = new Map<string, readonly TablePrivilege[]>();
  for (const [table, privileges] of parts.flatMap((part) => Object.entries(part))) {
    if (joined.has(table)) throw new Error(`The privileges of the table ${table} are declared twice.`);
    joined.set(table, privileges);
  }
  return Object.fromEntries(joined);
}
