import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** A customer's server. `secret` and `hint` are null for a server without a key. */
export interface NewOwnServer {
  id: string;
  customerId: string;
  baseUrl: string;
  model: string | null;
  imageModel: string | null;
  secret: Uint8Array | null;
  hint: string | null;
  createdBy: string;
}

/** Replaces the server of a customer, under a new id. The last of two concurrent calls wins, with its own key. */
export async function putServer(em: EntityManager, server: NewOwnServer): Promise<void> {
  const { id, customerId, baseUrl, model, imageModel, secret, hint, createdBy } = server;
  await sql(
    em,
    `insert into own_server (id, customer_id, base_url, model, image_model, secret, hint, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (customer_id) do update
     set id = excluded.id, base_url = excluded.base_url, model = excluded.model, image_model = excluded.image_model,
         secret = excluded.secret, hint = excluded.hint, created_by = excluded.created_by,
         created_at = current_timestamp(3)`,
    [id, customerId, baseUrl, model, imageModel, secret, hint, createdBy],
  );
}

/** Deletes a server. False if the customer has no such server. */
export async function deleteServer(em: EntityManager, id: string, customerId: string): Promise<boolean> {
  const rows = await sql(em, 'delete from own_server where id = $1 and customer_id = $2 returning id', [
    id,
    customerId,
  ]);
  return rows.length > 0;
}
