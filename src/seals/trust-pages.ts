import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestHandler } from 'express';
import type { Database } from '../platform/database/database.ts';
import type { TransparencyLog } from './log/transparency-log.ts';
import { formatVerifierKey } from './proof/note.ts';
import { formatTrust, type Trust, type TrustedTimeStampAuthority, trustedRootOf } from './proof/trust.ts';
import type { SealKey } from './seal-key.entity.ts';
import type { SealKeys } from './seal-keys.ts';
import type { Signer } from './signer.ts';

export interface TrustPagesOptions {
  database: Database;
  log: TransparencyLog;
  keys: SealKeys;
  signer: Signer;
  authorities: readonly TrustedTimeStampAuthority[];
}

/** What a verifier pins, under `/.well-known/imprimatur/`: got once and kept, best compared with what a contract prints. */
export function trustPages({ database, log, keys, signer, authorities }: TrustPagesOptions) {
  const send = (name: string, type: string, textOf: (em: EntityManager) => Promise<string> | string) => {
    const handler: RequestHandler = async (_req, res) => {
      const text = await textOf(database.orm.em.fork());
      res.set({ 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' }).type(type).send(text);
    };
    return { path: `/.well-known/imprimatur/${name}`, handler };
  };
  const trust = (em: EntityManager) => trustOf(em, { log, keys, authorities });

  return [
    send('trust.json', 'application/json', async (em) => formatTrust(await trust(em))),
    send('trusted_root.json', 'application/json', async (em) => json(trustedRootOf(await trust(em)))),
    send('log.vkey', 'text/plain', async () => `${formatVerifierKey((await log.identity()).key)}\n`),
    send('seal-public-key.pem', 'application/x-pem-file', () => signer.publicKeyPem),
  ];
}

/** All that a verifier of our seals has to trust. */
export async function trustOf(
  em: EntityManager,
  { log, keys, authorities }: Pick<TrustPagesOptions, 'log' | 'keys' | 'authorities'>,
): Promise<Trust> {
  const logs = await log.all(em);
  return {
    logs: logs.map(({ key, openedAt }) => ({
      origin: key.name,
      publicKey: key.publicKey,
      validFor: { start: leniently(openedAt) },
    })),
    timeStampAuthorities: [...authorities],
    sealKeys: (await keys.all(em)).map(trustedKey),
    witnesses: [...log.witnessing.witnesses],
    quorum: log.witnessing.quorum,
  };
}

/**
 * The clock of a time stamping authority may be behind ours, and many count in whole seconds: by it, the first seals could be
 * older than the key they were signed with.
 */
function leniently(start: Date): Date {
  return new Date(start.getTime() - 5 * 60_000);
}

function trustedKey({ publicKey, validFrom, validUntil, revokedAt, reason }: SealKey): Trust['sealKeys'][number] {
  return {
    publicKey,
    validFor: { start: leniently(validFrom), ...(validUntil && { end: validUntil }) },
    ...(revokedAt && { revokedAt }),
    ...(reason && { reason }),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
