import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CorruptState } from '../../src/proof/log-audit/audit-memory.ts';
import { type AuditReport, audit } from '../../src/proof/log-audit/auditor.ts';
import { LogClient } from '../../src/proof/log-audit/log-client.ts';
import { LogUnreachable } from '../../src/proof/log-audit/log-request.ts';
import { openNote } from '../../src/proof/note.ts';
import { BrowserMemory } from '../../src/seals/web/log-check/browser-memory.ts';
import { quickSignatures } from '../../src/seals/web/log-check/quick-signatures.ts';
import { evidenceIn, STORED_CHECK_KEY, storedCheckIn } from '../../src/seals/web/log-check/stored-check.ts';
import { FakeLog } from '../support/fake-log.ts';
import { logSigner } from '../support/note-signing.ts';

const signer = logSigner('log.example');
const other = (index: number) => (index < 10 ? `entry ${index}` : `rewritten ${index}`);

let texts: Map<string, string>;
beforeEach(() => {
  texts = new Map();
});
const storage = {
  getItem: (name: string) => texts.get(name) ?? null,
  setItem: (name: string, text: string) => void texts.set(name, text),
  removeItem: (name: string) => void texts.delete(name),
};
const evidence = () => evidenceIn(Object.fromEntries(texts));

async function check(log: FakeLog, { isOwnTrust = false, full = false } = {}): Promise<AuditReport> {
  const client = new LogClient(new URL(log.url), { cache: 'no-store' });
  return audit({
    client,
    memory: new BrowserMemory(storage, isOwnTrust),
    url: client.prefix,
    logKey: signer.key,
    full,
    entries: true,
    maxAgeSeconds: Number.POSITIVE_INFINITY,
    waitMs: 0,
    now: new Date(),
    signatures: quickSignatures,
  });
}

async function telling(size: number): Promise<FakeLog> {
  const log = await FakeLog.telling(signer, { size });
  onTestFinished(() => log[Symbol.asyncDispose]());
  return log;
}

describe('what a browser remembers of a log', () => {
  test('is gone on from, and reading all again is something else', async () => {
    const log = await telling(300);

    const first = await check(log);
    log.tell({ size: 310 });
    const second = await check(log);
    const full = await check(log, { full: true });

    expect(first).toMatchObject({ fault: null, keptSize: null, entriesRead: 300 });
    expect(second).toMatchObject({ fault: null, keptSize: 300, entriesRead: 10 });
    expect(full).toMatchObject({ fault: null, keptSize: 310, entriesRead: 310 });
    expect(storedCheckIn(storage)).toMatchObject({ size: 310, isByOwnTrust: false });
  });

  test('holds two stories against each other: the notes are kept once, and the log is not forgotten', async () => {
    const log = await telling(40);
    await check(log);
    const shown = log.checkpoint();
    log.tell({ size: 40, entry: other });

    const reports = [await check(log), await check(log)];

    for (const { fault } of reports) expect(fault).toMatchObject({ code: 'FORKED' });
    expect(evidence()).toEqual([texts.get(reports[0]!.fault!.evidence!)]);
    const [kept] = evidence();
    expect(kept).toContain('they cannot both be true');
    for (const note of [shown, log.checkpoint()]) {
      expect(kept).toContain(note);
      expect(openNote(note, [signer.key]).signatures).toHaveLength(1);
    }
    expect(storedCheckIn(storage)).toMatchObject({ checkpoint: shown });
  });

  test('tells that a log was set back, by notes of which each may be true', async () => {
    const log = await telling(40);
    await check(log);
    log.tell({ size: 30 });

    const { fault } = await check(log);

    expect(fault).toMatchObject({ code: 'SET_BACK' });
    expect(evidence()).toHaveLength(1);
    expect(evidence()[0]).toContain('is the word of the person who saved this');
    expect(evidence()[0]).toContain(log.checkpoint(30));
  });

  test('says which file has judged, so that what the service’s own has judged is read anew', async () => {
    const log = await telling(20);
    const hasToReadAll = () => new BrowserMemory(storage, true).hasToReadAll;

    expect(hasToReadAll()).toBe(false);
    await check(log);
    expect(hasToReadAll()).toBe(true);
    await check(log, { isOwnTrust: true });
    expect(hasToReadAll()).toBe(false);
    await check(log);
    expect(hasToReadAll()).toBe(false);
    log.tell({ size: 21 });
    await check(log);
    expect(hasToReadAll()).toBe(true);
  });

  test.each(['{', '{}', '{"size":1,"hashes":["AA=="],"seenAt":"2026-11-23T00:00:00Z"}', '[]', 'null'])(
    'is not begun anew by itself where it is spoilt: %s',
    async (spoilt) => {
      const log = await telling(5);
      texts.set(STORED_CHECK_KEY, spoilt);

      await expect(check(log)).rejects.toThrow(CorruptState);
      expect(texts.get(STORED_CHECK_KEY)).toBe(spoilt);
    },
  );
});

describe('a service that wants to be asked less often', () => {
  /** Refuses the first so many requests. */
  async function refusing(count: number, headers: Record<string, string>) {
    let left = count;
    const server = createServer((_request, response) => {
      if (left-- > 0) response.writeHead(429, headers).end();
      else response.end(new Uint8Array(32));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const tile = { level: 0, index: 0, width: 1 };

  test('is waited for, and that is told', async () => {
    const holds: number[] = [];
    const url = await refusing(5, { 'retry-after': '0' });
    const client = new LogClient(url, { onHold: (seconds) => holds.push(seconds) });

    const tiles = await Promise.all([client.tile(tile), client.tile(tile)]);

    expect(tiles.map((bytes) => bytes?.length)).toEqual([32, 32]);
    expect(holds).toEqual([0, 0, 0, 0, 0]);
  });

  test('and not for an hour', async () => {
    const holds: number[] = [];
    const url = await refusing(1, { 'retry-after': '3600' });
    const client = new LogClient(url, { onHold: (seconds) => holds.push(seconds) });

    await expect(client.tile(tile)).rejects.toThrow(LogUnreachable);
    expect(holds).toEqual([]);
  });
});
