import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { encodePng } from './encode.ts';
import { paintScene } from './paint.ts';
import { type ScenePlan } from './plan.ts';

export type WorkerRequest = { kind: 'ping' } | { kind: 'paint'; plan: ScenePlan };
export type WorkerReply = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; error: unknown };

// One picture at a time passes through here: the cache would only hold memory, more threads only starve the others.
sharp.cache(false);
sharp.concurrency(1);

async function answer(request: WorkerRequest): Promise<Uint8Array<ArrayBuffer>> {
  if (request.kind === 'ping') return new Uint8Array(0);
  const png = await encodePng(paintScene(request.plan));
  // A copy of its own can be handed over without copying again; sharp's buffer may share memory.
  return new Uint8Array(png);
}

parentPort?.on('message', (request: WorkerRequest) => {
  answer(request).then(
    (bytes) => parentPort?.postMessage({ ok: true, bytes } satisfies WorkerReply, [bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ ok: false, error } satisfies WorkerReply),
  );
});
