import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { type Element, encodePng, paintScene, type ScenePlan } from '../painter/index.ts';
import type { WorkerReply } from '../platform/workers/worker-pool.ts';

export type WorkerRequest = { kind: 'ping' } | { kind: 'paint'; plan: ScenePlan };
/** Picture and the elements visible in it. A ping is answered with an empty one. */
export interface WorkerPicture {
  bytes: Uint8Array<ArrayBuffer>;
  drawn: Element[];
}

// Each worker draws one picture at a time: a cache would only hold memory, and more threads would only compete.
sharp.cache(false);
sharp.concurrency(1);

async function answer(request: WorkerRequest): Promise<WorkerPicture> {
  if (request.kind === 'ping') return { bytes: new Uint8Array(0), drawn: [] };
  const picture = paintScene(request.plan);
  const png = await encodePng(picture);
  // A copy can be transferred without copying again; sharp's buffer may share memory.
  return { bytes: new Uint8Array(png), drawn: picture.drawn };
}

parentPort?.on('message', (request: WorkerRequest) => {
  answer(request).then(
    (picture) =>
      parentPort?.postMessage({ ok: true, ...picture } satisfies WorkerReply<WorkerPicture>, [picture.bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ ok: false, error } satisfies WorkerReply<WorkerPicture>),
  );
});
