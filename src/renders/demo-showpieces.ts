import { AssetStatus } from '../assets/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Showpiece } from '../platform/pages/showpiece.ts';
import { Remembered } from '../platform/remembered.ts';
import { demoRenders } from './demo.ts';
import { DEMO_BRIEFS } from './demo-briefs.ts';
import { Render } from './render.entity.ts';

/** The largest first. Nothing else of the bank is shown to whoever comes by. */
const SHOWN = [9, 4, 0, 2, 7];
const MAX_AGE_MS = 60_000;

/** Pictures of the demo that are in the bank and in use. None where there is no demo. */
export function demoShowpieces(database: Database): () => Promise<readonly Showpiece[]> {
  const remembered = new Remembered({ read: () => readShowpieces(database), maxAgeMs: MAX_AGE_MS, most: 1 });
  return async () => (await remembered.get('')) ?? [];
}

async function readShowpieces(database: Database): Promise<readonly Showpiece[]> {
  const renders = await database.orm.em.fork().find(Render, demoRenders(SHOWN), { populate: ['asset'] });
  const places = SHOWN.map((index) => DEMO_BRIEFS[index]!);
  return places.flatMap(({ prompt }) => {
    const asset = renders.find((one) => one.prompt === prompt)?.asset?.unwrap();
    if (asset?.status !== AssetStatus.LIVE) return [];
    const { id, title, alt, width, height } = asset;
    return [{ title, alt, brief: prompt, path: `/media/${id}`, width, height }];
  });
}
