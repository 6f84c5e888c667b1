import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../platform/workers/worker-pool.ts';
import { answerCheck, type QuotationCheckReply, type QuotationCheckRequest } from './answer-check.ts';

parentPort?.on('message', (request: QuotationCheckRequest) => {
  let reply: WorkerReply<QuotationCheckReply>;
  try {
    reply = { ok: true, ...answerCheck(request) };
  } catch (error) {
    // The message of the error isn't passed on, because it could quote the document.
    reply = { ok: false, error: error instanceof Error ? error.name : 'unknown' };
  }
  parentPort?.postMessage(reply);
});
