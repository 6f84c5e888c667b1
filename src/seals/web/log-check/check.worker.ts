import { decodeUtf8 } from '../../../proof/bytes.ts';
import { CorruptState } from '../../../proof/log-audit/audit-memory.ts';
import { audit } from '../../../proof/log-audit/auditor.ts';
import { LogClient } from '../../../proof/log-audit/log-client.ts';
import { askOnce, LogUnreachable } from '../../../proof/log-audit/log-request.ts';
import { MalformedInput } from '../../../proof/malformed-input.ts';
import { parseTrust, type Trust } from '../../../proof/trust.ts';
import { BrowserMemory } from './browser-memory.ts';
import type { CheckFailure, CheckMessage, CheckRequest } from './messages.ts';
import { quickSignatures } from './quick-signatures.ts';
import type { TextStorage } from './stored-check.ts';
import { texts } from './texts.ts';

const TRUST_PATH = '/.well-known/imprimatur/trust.json';
const MAX_TRUST_BYTES = 1_000_000;
/** Longest wait for cosignatures, which arrive shortly after the checkpoint. */
const WAIT_MS = 10_000;
/** Concurrent downloads of entry bundles. Browsers open six connections per host, and the page needs some of them. */
const BUNDLES_AT_ONCE = 2;
/** Minimum time between two progress messages to the page. */
const PROGRESS_INTERVAL_MS = 100;

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => void check(data));

function send(message: CheckMessage): void {
  postMessage(message);
}

async function check(request: CheckRequest): Promise<void> {
  try {
    send(await reportOf(request, await trustOf(request)));
  } catch (error) {
    const [by, sentence] = failureOf(error);
    send({ kind: 'FAILED', by, sentence });
  }
}

async function reportOf({ url, kept, ownTrust, full }: CheckRequest, trust: Trust): Promise<CheckMessage> {
  const client = new LogClient(new URL(url), {
    // Bypasses the browser's cache, since only the service's current responses count.
    cache: 'no-store',
    onHold: (seconds) => send({ kind: 'RATE_LIMITED', seconds }),
  });
  const memory = new BrowserMemory(storageOf(kept), ownTrust !== null);
  const isAllRead = full || memory.hasToReadAll;
  let sentAt = 0;
  const report = await audit({
    client,
    memory,
    url: client.prefix,
    trust,
    full: isAllRead,
    entries: true,
    // Accepts checkpoints of any age. A service that seals rarely has old ones: the report shows the age instead of failing.
    maxAgeSeconds: Number.POSITIVE_INFINITY,
    waitMs: WAIT_MS,
    now: new Date(),
    signatures: quickSignatures,
    bundlesAtOnce: BUNDLES_AT_ONCE,
    onProgress: (read, size) => {
      if (read < size && performance.now() - sentAt < PROGRESS_INTERVAL_MS) return;
      sentAt = performance.now();
      send({ kind: 'READ', read, size });
    },
  });
  return { kind: 'REPORT', report, isAllRead };
}

/** The trust file is missing or unusable. */
class NoTrust extends Error {}

async function trustOf({ url, ownTrust }: CheckRequest): Promise<Trust> {
  try {
    return parseTrust(ownTrust ?? (await shownTrust(url)));
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    throw new NoTrust((ownTrust === null ? texts.serviceTrustUnusable : texts.ownTrustUnusable)(error.message));
  }
}

async function shownTrust(url: string): Promise<string> {
  const answer = await askOnce(url + TRUST_PATH, MAX_TRUST_BYTES, { cache: 'no-store' });
  if (!answer) throw new NoTrust(texts.noTrust);
  return decodeUtf8(answer.bytes);
}

function failureOf(error: unknown): [CheckFailure, sentence: string] {
  const { message } = error as Error;
  if (error instanceof NoTrust) return ['TRUST', message];
  if (error instanceof LogUnreachable) return ['UNREACHABLE', message];
  if (error instanceof CorruptState) return ['UNREADABLE_STATE', message];
  return ['BROKEN', texts.failed(message)];
}

/** Workers have no `localStorage`, so the worker sends the texts to the page, which stores them. */
function storageOf(kept: Readonly<Record<string, string>>): TextStorage {
  const stored = new Map(Object.entries(kept));
  return {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, text) => {
      stored.set(name, text);
      send({ kind: 'STORE', name, text });
    },
    removeItem: (name) => {
      stored.delete(name);
      send({ kind: 'STORE', name, text: null });
    },
  };
}
