import { AssetStatus } from '../assets/index.ts';
import type { SampleImage } from '../feature.ts';
import type { Database } from '../platform/database/database.ts';
import { ReadCache } from '../platform/database/read-cache.ts';
import { demoRenders } from './demo.ts';
import { Render } from './render.entity.ts';

/**
 * Indexes of the demo briefs whose pictures the home page shows. The home page shows the first picture large, and no other
 * picture of the bank.
 */
const SHOWN = [9, 4, 12, 2, 7];
const MAX_AGE_MS = 60_000;

/**
 * Returns a function that reads the demo pictures in `SHOWN`, as far as they are live in the bank. Its result is empty without
 * demo content.
 */
export function demoSampleImages(database: Database): () => Promise<readonly SampleImage[]> {
  const remembered = new ReadCache({ read: () => readSampleImages(database), maxAgeMs: MAX_AGE_MS, most: 1 });
  return async () => (await remembered.get('')) ?? [];
}

async function readSampleImages(database: Database): Promise<readonly SampleImage[] | null> {
  const shown = demoRenders(SHOWN);
  const renders = await database.orm.em.fork().find(Render, shown, { populate: ['asset'] });
  if (renders.length === 0) return null;
  const byKey = new Map(renders.map((render) => [render.idempotencyKey, render]));
  return shown.idempotencyKey.$in.flatMap((key) => {
    const render = byKey.get(key);
    const asset = render?.asset?.unwrap();
    if (asset?.status !== AssetStatus.LIVE) return [];
    const { id, title, alt, width, height } = asset;
    return [{ title, alt, brief: render!.prompt, path: `/media/${id}`, width, height }];
  });
}
