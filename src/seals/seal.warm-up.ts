import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import type { OwnRequest } from '../platform/http/own-requests.ts';

const REFUSED = { artifact_text: 'a text', disclaimer_ack: false };

/** What is read of seals, and sealing as far as it goes without a seal. */
export async function sealRequests({ em }: Context): Promise<OwnRequest[]> {
  const [newest] = await sql<{ id: string }>(em, 'select id from seal order by id desc limit 1');
  return [
    { path: '/api/legal/provenance-seal', body: REFUSED, isOperators: true },
    ...(newest ? [{ path: `/v/${newest.id}`, accept: 'text/html' }] : []),
  ];
}
