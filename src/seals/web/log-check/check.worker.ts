import { decodeUtf8 } from '../../../proof/bytes.ts';
import { CorruptState } from '../../../proof/log-audit/audit-memory.ts';
import { audit } from '../../../proof/log-audit/auditor.ts';
import { LogClient } from '../../../proof/log-audit/log-client.ts';
import { askOnce, LogUnreachable } from '../../../proof/log-audit/log-request.ts';
import { MalformedInput } from '../../../proof/malformed-input.ts';
import { parseTrust, type Trust } from '../../../proof/trust.ts';
import { BrowserMemory } from './browser-memory.ts';
import type { TextStorage } from './kept.ts';
import type { CheckNews, CheckOrder, Hindrance } from './messages.ts';
import { quickSignatures } from './quick-signatures.ts';

const TRUST_PATH = '/.well-known/imprimatur/trust.json';
const MAX_TRUST_BYTES = 1_000_000;
/** For the cosignatures of what the log shows, which come some moments after it. */
const WAIT_MS = 10_000;
/** A browser has six connections, and the page needs some of them. */
const BUNDLES_AT_ONCE = 2;
/** Told at most so often while entries come in. */
const TOLD_EVERY_MS = 100;

addEventListener('message', ({ data }: MessageEvent<CheckOrder>) => void check(data));

function tell(news: CheckNews): void {
  postMessage(news);
}

async function check(order: CheckOrder): Promise<void> {
  try {
    tell(await reportOf(order, await trustOf(order)));
  } catch (error) {
    const [by, sentence] = hindranceOf(error);
    tell({ kind: 'HINDERED', by, sentence });
  }
}

async function reportOf({ url, kept, ownTrust, full }: CheckOrder, trust: Trust): Promise<CheckNews> {
  const client = new LogClient(new URL(url), {
    // What it answers now counts, not what this browser has of it.
    cache: 'no-store',
    onHold: (seconds) => tell({ kind: 'HELD', seconds }),
  });
  const memory = new BrowserMemory(storageOf(kept), ownTrust !== null);
  const isAllRead = full || memory.hasToReadAll;
  let toldAt = 0;
  const report = await audit({
    client,
    memory,
    url: client.prefix,
    trust,
    full: isAllRead,
    entries: true,
    // A service on which little is sealed is in order. How old the newest checkpoint is, is told.
    maxAgeSeconds: Number.POSITIVE_INFINITY,
    waitMs: WAIT_MS,
    now: new Date(),
    signatures: quickSignatures,
    bundlesAtOnce: BUNDLES_AT_ONCE,
    onProgress: (read, size) => {
      if (read < size && performance.now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = performance.now();
      tell({ kind: 'READ', read, size });
    },
  });
  return { kind: 'REPORT', report, isAllRead };
}

/** No file to judge by. */
class NoTrust extends Error {}

async function trustOf({ url, ownTrust }: CheckOrder): Promise<Trust> {
  try {
    return parseTrust(ownTrust ?? (await shownTrust(url)));
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    const which = ownTrust === null ? 'What the service shows as its trust file' : 'The file that you chose';
    throw new NoTrust(`${which} is none that can be used. ${error.message}`);
  }
}

async function shownTrust(url: string): Promise<string> {
  const answer = await askOnce(url + TRUST_PATH, MAX_TRUST_BYTES, { cache: 'no-store' });
  if (!answer) throw new NoTrust('The service shows no trust file.');
  return decodeUtf8(answer.bytes);
}

function hindranceOf(error: unknown): [Hindrance, sentence: string] {
  const { message } = error as Error;
  if (error instanceof NoTrust) return ['TRUST', message];
  if (error instanceof LogUnreachable) return ['UNREACHABLE', message];
  if (error instanceof CorruptState) return ['SPOILT', message];
  return ['BROKEN', `The check itself broke: ${message}`];
}

/** A worker has no storage like that of the page, so the page keeps what is to be kept. */
function storageOf(kept: Readonly<Record<string, string>>): TextStorage {
  const texts = new Map(Object.entries(kept));
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => {
      texts.set(name, text);
      tell({ kind: 'KEEP', name, text });
    },
    removeItem: (name) => {
      texts.delete(name);
      tell({ kind: 'KEEP', name, text: null });
    },
  };
}
