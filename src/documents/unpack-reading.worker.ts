import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../platform/workers/worker-pool.ts';
import { packDocument, transferableOf } from './extraction/packed-document.ts';
import { unpackReading } from './stored-reading.ts';
import type { UnpackedReading, UnpackRequest } from './stored-readings.ts';

function unpack({ bytes, part }: UnpackRequest): UnpackedReading {
  const reading = unpackReading(bytes);
  return part
    ? { text: reading.text.slice(part.start, part.end) }
    : { document: packDocument({ ...reading, attachments: [] }) };
}

parentPort?.on('message', (request: UnpackRequest) => {
  let reply: WorkerReply<UnpackedReading>;
  try {
    reply = { ok: true, ...unpack(request) };
  } catch (error) {
    // The message of the error isn't passed on, because it could quote the document.
    reply = { ok: false, error: error instanceof Error ? error.name : 'unknown' };
  }
  parentPort?.postMessage(reply, reply.ok && 'document' in reply ? transferableOf(reply.document) : []);
});
