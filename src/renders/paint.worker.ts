import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { type Element, encodePng, paintScene, type ScenePlan } from '../painter/index.ts';
import type { WorkerReply } from '../platform/workers/worker-pool.ts';

export type WorkerRequest = { kind: 'ping' } | { kind: 'paint'; plan: ScenePlan };
/** Result of a drawing: the picture, and the elements that are visible in it. The response to a ping has an empty picture. */
export interface WorkerPicture {
  bytes: Uint8Array<ArrayBuffer>;
  drawn: Element[];
}

// Each worker draws one picture at a time, so a cache would only use memory, and more threads would only compete.
sharp.cache(false);
sharp.concurrency(1);

async function answer(request: WorkerRequest): Promise<WorkerPicture> {
  if (request.kind === 'ping') return { bytes: new Uint8Array(0), drawn: [] };
  const picture = paintScene(request.plan);
  const png = await encodePng(picture);
  // The bytes are copied so that they can be transferred between threads; the buffer of sharp may share its memory.
  return { bytes: new Uint8Array(png), drawn: picture.drawn };
}

parentPort?.on('message', (request: WorkerRequest) => {
  answer(request).then(
    (picture) =>
      parentPort?.postMessage({ ok: true, ...picture } satisfies WorkerReply<WorkerPicture>, [picture.bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ ok: false, error } satisfies WorkerReply<WorkerPicture>),
  );
});
