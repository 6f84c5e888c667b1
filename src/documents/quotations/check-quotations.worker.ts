import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../platform/workers/worker-pool.ts';
import { checkQuotations } from './check-quotations.ts';
import type { CheckReply, CheckRequest } from './quotation-checker.ts';

parentPort?.on('message', ({ sources, quotations }: CheckRequest) => {
  let reply: WorkerReply<CheckReply>;
  try {
    reply = { ok: true, results: checkQuotations(sources, quotations) };
  } catch (error) {
    // The message of the error isn't passed on, because it could quote the document.
    reply = { ok: false, error: error instanceof Error ? error.name : 'unknown' };
  }
  parentPort?.postMessage(reply);
});
