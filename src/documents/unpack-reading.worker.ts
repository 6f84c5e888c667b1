import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { WorkerReply } from '../platform/workers/worker-pool.ts';
import type { StoredReading } from './document-bytes.ts';
import { packDocument, transferableOf } from './extraction/packed-document.ts';
import type { UnpackedReading, UnpackRequest } from './stored-readings.ts';

/** Maximum bytes of an unpacked reading. A damaged or forged one can’t fill the memory. */
const MAX_READING_BYTES = 1_000_000_000;

function unpack({ bytes, part }: UnpackRequest): UnpackedReading {
  const reading: StoredReading = JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_READING_BYTES }).toString());
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
