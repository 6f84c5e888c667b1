import type { Context } from '../platform/context.ts';
import type { OwnRequest } from '../platform/http/own-requests.ts';
import { findNewest } from './seal.sql.ts';

const REFUSED = { artifact_text: 'a text', disclaimer_ack: false };

/** Requests for warming up: typical reads of seals, and a sealing request that is rejected before it creates a seal. */
export async function sealRequests({ em }: Context): Promise<OwnRequest[]> {
  const newest = await findNewest(em);
  return [
    { path: '/api/legal/provenance-seal', body: REFUSED, isOperators: true },
    ...(newest ? [{ path: `/v/${newest}`, accept: 'text/html' }] : []),
  ];
}
