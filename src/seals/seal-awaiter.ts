import DataLoader from 'dataloader';
import type { Database } from '../platform/database/database.ts';
import type { Live } from '../platform/live/live.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { findSealedAssets } from './seal.sql.ts';

/**
 * Returns a function that waits until an asset is sealed or the signal aborts. It doesn't poll: an event wakes the waiting
 * callers, and callers woken at the same moment share one read.
 */
export function sealAwaiter(database: Database, live: Live): (assetId: string, signal: AbortSignal) => Promise<void> {
  const isSealed = new DataLoader<string, boolean>((ids) => outsideRequests(() => readSealed(database, ids)), {
    cache: false,
    maxBatchSize: 1_000,
  });
  return async (assetId, signal) => {
    for await (const _ of live.watch('asset.sealed', assetId, signal)) if (await isSealed.load(assetId)) return;
  };
}

async function readSealed(database: Database, ids: readonly string[]): Promise<boolean[]> {
  const found = new Set(await findSealedAssets(database, [...new Set(ids)]));
  return ids.map((id) => found.has(id));
}
