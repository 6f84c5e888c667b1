import type { EntityManager } from '@mikro-orm/postgresql';
import type { KnownLog } from '../log/index.ts';
import type { Context } from '../platform/context.ts';
import type { PublishedVerifier } from '../proof/trust.ts';
import type { BuiltVerifier } from './built-verifier.ts';
import { Seal, SealStatus, SealSubject } from './seal.entity.ts';
import type { SealService } from './seal.service.ts';

/**
 * Seals each build of the verifier once. A user with a copy can look up its digest in the log: builds of this service are in it,
 * a forged copy isn't.
 * @returns number of new seals: 1 or 0
 */
export async function sealVerifier(ctx: Context, seals: SealService, built: BuiltVerifier): Promise<number> {
  const verifier = await built.find();
  if (!verifier) return 0;
  const { sha256, html } = verifier;
  if (await ctx.em.findOne(Seal, { subject: SealSubject.VERIFIER, sha256 })) return 0;
  const seal = await seals.seal(ctx, {
    key: `verifier ${sha256}`,
    subject: SealSubject.VERIFIER,
    name: 'verifier.html',
    sha256,
    byteLength: Buffer.byteLength(html, 'utf8'),
    mediaType: 'text/html; charset=utf-8',
  });
  // The seal is null if an operator erased the seal of this build, which isn't sealed again.
  return seal ? 1 : 0;
}

/** All verifiers that were published and not revoked, oldest first. */
export async function publishedVerifiers(em: EntityManager, logs: readonly KnownLog[]): Promise<PublishedVerifier[]> {
  const seals = await em.find(
    Seal,
    { subject: SealSubject.VERIFIER, status: { $ne: SealStatus.REVOKED } },
    { orderBy: { log: 'asc', logIndex: 'asc' } },
  );
  return seals.map(({ id, sha256, log, logIndex }) => ({
    sha256,
    sealId: id,
    origin: logs.find((known) => known.log === log)!.key.name,
    logIndex,
  }));
}
