import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestHandler } from 'express';
import { leniently, type SealKey, type SealKeys, type Signer, SKEW_MS, type TransparencyLog } from '../../log/index.ts';
import { sendTagged } from '../../platform/http/etag.ts';
import { type Mount, readOnly } from '../../platform/http/mount.ts';
import { formatVerifierKey } from '../../proof/note.ts';
import { formatTlogPolicy } from '../../proof/tlog-policy.ts';
import {
  formatTrust,
  logKeyOf,
  type Trust,
  type TrustedTimeStampAuthority,
  trustedRootOf,
  type WitnessPolicy,
} from '../../proof/trust.ts';
import { publishedVerifiers } from '../published-verifiers.ts';
import { TRUST_DOCS } from './trust-pages.docs.ts';

export interface TrustPagesOptions {
  log: TransparencyLog;
  signer: Signer;
  trust: () => Promise<Trust>;
}

interface TrustOptions {
  log: TransparencyLog;
  keys: SealKeys;
  authorities: () => Promise<readonly TrustedTimeStampAuthority[]>;
}

/**
 * Serves the trust files under `/.well-known/imprimatur/`. Readers save them after comparing the keys with those in a contract.
 */
export function trustPages({ log, signer, trust }: TrustPagesOptions): Mount[] {
  const send = (name: keyof typeof TRUST_DOCS, type: string, textOf: () => Promise<string> | string) => {
    const handler: RequestHandler = async (_req, res) => {
      const text = await textOf();
      res.set({ 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' }).type(type);
      sendTagged(res, text);
    };
    return readOnly(`/.well-known/imprimatur/${name}`, TRUST_DOCS[name], handler);
  };

  return [
    send('trust.json', 'application/json', async () => formatTrust(await trust())),
    send('trusted_root.json', 'application/json', async () => json(trustedRootOf(await trust()))),
    send('tlog-policy', 'text/plain', async () => tlogPolicyOf(await trust())),
    send('log.vkey', 'text/plain', async () => `${formatVerifierKey((await log.identity()).key)}\n`),
    send('seal-public-key.pem', 'application/x-pem-file', () => signer.publicKeyPem),
  ];
}

/** Public keys that a verifier of this service’s seals trusts: of logs, seals, time stamp authorities and witnesses. */
export async function trustOf(em: EntityManager, { log, keys, authorities }: TrustOptions): Promise<Trust> {
  const logs = await log.all(em);
  return {
    logs: logs.map(({ key, openedAt }) => ({
      origin: key.name,
      publicKey: key.publicKey,
      validFor: { start: leniently(openedAt) },
    })),
    timeStampAuthorities: [...(await authorities())],
    sealKeys: (await keys.all(em)).map(trustedKey),
    witnessPolicies: (await log.witnessPolicies(em)).map(trustedPolicy),
    closedLogs: logs.flatMap(({ key, last }) => (last === null ? [] : [{ origin: key.name, checkpoint: last }])),
    verifiers: await publishedVerifiers(em, logs),
  };
}

/**
 * Extends a witness policy by the allowed clock skew, because a witness’s clock can differ from the service’s: at its start, and
 * at its end if it requires cosignatures.
 */
function trustedPolicy({ validFor: { start, end }, ...policy }: WitnessPolicy): WitnessPolicy {
  const lastCosigned = end && policy.quorum > 0 ? new Date(end.getTime() + SKEW_MS) : end;
  return { ...policy, validFor: { start: leniently(start), ...(lastCosigned && { end: lastCosigned }) } };
}

function trustedKey({ publicKey, validFrom, validUntil, revokedAt, reason }: SealKey): Trust['sealKeys'][number] {
  return {
    publicKey,
    validFor: { start: leniently(validFrom), ...(validUntil && { end: validUntil }) },
    ...(revokedAt && { revokedAt }),
    ...(reason && { reason }),
  };
}

function tlogPolicyOf({ logs, witnessPolicies }: Trust): string {
  const { witnesses, quorum } = witnessPolicies.at(-1) ?? { witnesses: [], quorum: 0 };
  return formatTlogPolicy({ logs: logs.map(logKeyOf), witnesses, quorum });
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
