import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';

const NAMES_OF_CUSTOMER = {
  name: 'redaction_names_of_customer',
  text: `select encode(names, 'base64') from redaction_names where customer_id = $1`,
};

/** Reads the encrypted names of a customer. Null when the customer has no list. */
export async function findNames(database: Database, customerId: string): Promise<Buffer | null> {
  const row = await database.readRow<[string]>(NAMES_OF_CUSTOMER, [customerId]);
  return row ? Buffer.from(row[0], 'base64') : null;
}

/** Encrypted names of a customer, their number, and the actor who set them. */
export interface SealedNames {
  names: Uint8Array;
  nameCount: number;
  updatedBy: string;
}

/** Replaces the names of a customer. The last of two concurrent calls wins. */
export async function putNames(
  em: EntityManager,
  customerId: string,
  { names, nameCount, updatedBy }: SealedNames,
): Promise<void> {
  await sql(
    em,
    `insert into redaction_names (customer_id, names, name_count, updated_by) values ($1, $2, $3, $4)
     on conflict (customer_id) do update
     set names = excluded.names, name_count = excluded.name_count, updated_by = excluded.updated_by,
         updated_at = current_timestamp(3)`,
    [customerId, names, nameCount, updatedBy],
  );
}
