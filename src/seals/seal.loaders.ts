import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import { Seal } from './seal.entity.ts';
import { findSealsOfEach, type SealsOfEach } from './seal.sql.ts';
import { SealStatusChange } from './seal-status.entity.ts';

/** Maximum number of seals returned for the same bytes. */
export const MAX_SEALS_BY_DIGEST = 20;
/** Maximum number of status changes of a seal: superseded once and revoked once, in either order. */
export const MAX_STATUSES = 2;

/* Loaders for seals: one statement for all keys of a tick. Nothing is cached across ticks, because a mutation can change it. */

export const sealsById = ({ em }: Context) =>
  new DataLoader<string, Seal | null>(
    async (ids) => {
      const found = new Map((await em.find(Seal, { id: { $in: [...ids] } })).map((seal) => [seal.id, seal]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { cache: false },
  );

/** Loads the oldest seals of each digest, oldest first. */
export const sealsByDigest = (ctx: Context) =>
  new DataLoader<string, Seal[]>(
    async (digests) => {
      const seals = await sealsOfEach(ctx, digests, {
        of: 'sha256',
        order: 'asc',
        most: MAX_SEALS_BY_DIGEST,
      });
      const byDigest = Map.groupBy(seals, ({ sha256 }) => sha256);
      return digests.map((digest) => byDigest.get(digest) ?? []);
    },
    { cache: false },
  );

/** Loads the newest seal of each asset. */
export const newestSealOfAsset = (ctx: Context) =>
  new DataLoader<string, Seal | null>(
    async (assetIds) => {
      const seals = await sealsOfEach(ctx, assetIds, { of: 'asset_id', order: 'desc', most: 1 });
      const byAsset = new Map(seals.map((seal) => [seal.asset?.id, seal]));
      return assetIds.map((id) => byAsset.get(id) ?? null);
    },
    { cache: false },
  );

function newestOfRun(ctx: Context, subject: 'OUTPUT' | 'CITATIONS') {
  return new DataLoader<string, Seal | null>(
    async (runIds) => {
      const seals = await sealsOfEach(ctx, runIds, { of: 'run_id', subject, order: 'desc', most: 1 });
      const byRun = new Map(seals.map((seal) => [seal.runId, seal]));
      return runIds.map((id) => byRun.get(id) ?? null);
    },
    { cache: false },
  );
}

/** Loads the newest seal of each run's output text. */
export const newestSealOfRun = (ctx: Context) => newestOfRun(ctx, 'OUTPUT');

/** Loads the newest seal of the citations of each run's answer. */
export const newestCitationsSealOfRun = (ctx: Context) => newestOfRun(ctx, 'CITATIONS');

/** Loads the status changes of each seal, oldest first. */
export const statusesOfSeal = ({ em }: Context) =>
  new DataLoader<string, SealStatusChange[]>(
    async (sealIds) => {
      const changes = await em.find(
        SealStatusChange,
        { seal: { $in: [...sealIds] } },
        { orderBy: { log: 'asc', logIndex: 'asc' } },
      );
      const bySeal = Map.groupBy(changes, ({ seal }) => seal.id);
      return sealIds.map((id) => bySeal.get(id) ?? []);
    },
    { cache: false },
  );

/** Finds the first or last few seals of each value. A value with a thousand seals costs no more than the seals returned. */
async function sealsOfEach({ em }: Context, values: readonly string[], which: SealsOfEach): Promise<Seal[]> {
  const rows = await findSealsOfEach(em, [...new Set(values)], which);
  return rows.map((row) => em.map(Seal, row));
}
