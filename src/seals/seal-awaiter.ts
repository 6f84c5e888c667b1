import DataLoader from 'dataloader';
import type { Database } from '../platform/database/database.ts';
import type { Live } from '../platform/live/live.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { findSealedAssets } from './seal.sql.ts';

/**
 * Waits until an asset has a seal, or the signal aborts. Nobody asks again and again: whoever waits is woken when it is sealed,
 * and those who are woken at the same moment look together.
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
