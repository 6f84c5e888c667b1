import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { judgeLog, type LogEvidence, neededTrees } from '../../src/backup/log-verdict.ts';
import type { BackedUpEvidence } from '../../src/backup/manifest.ts';
import { mergedMemory } from '../../src/backup/merge-memory.ts';
import { LocalCheckpointSigner } from '../../src/log/log-key.ts';
import { formatCheckpoint } from '../../src/proof/checkpoint.ts';
import { CompactRange } from '../../src/proof/merkle.ts';
import { formatNote, formatVerifierKey } from '../../src/proof/note.ts';

const ORIGIN = 'log1.example.org';
const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const signer = new LocalCheckpointSigner(ORIGIN, pem);
const leaf = (text: string) => createHash('sha256').update(text).digest();

/** Root of a history with so many entries. */
function rootOf(size: number, history = 'ours'): Uint8Array {
  const range = new CompactRange();
  for (let n = 0; n < size; n++) range.append(leaf(`${history} ${n}`));
  return range.root();
}

async function checkpoint(size: number, history?: string): Promise<string> {
  const text = formatCheckpoint({ origin: ORIGIN, size, root: rootOf(size, history) });
  return formatNote({ text, signatures: [await signer.sign(text)] });
}

/** A backup with 5 entries, of which 4 were published. */
async function manifest(isSignedElsewhere = false, frozenReason: string | null = null): Promise<BackedUpEvidence> {
  const log = { log: 1, key: formatVerifierKey(signer.key), size: 5, published: await checkpoint(4), isClosed: false };
  const memory = { 'checkpoint-1': await checkpoint(4), 'anchor.json': '{"anchorId":"anc_1","seq":3,"hash":"00"}' };
  return {
    name: '2026-11-30T03-00-00Z-000000',
    takenAt: '2026-11-30T03:00:00.000Z',
    logs: [{ ...log, isSignedElsewhere, frozenReason }],
    anchor: { anchorId: 'anc_1', seq: 3, hash: '00' },
    memory,
  };
}

async function verdictOn(evidence: Partial<LogEvidence>, of = manifest()) {
  const whole = { memory: {}, others: [], successor: null, isNothingSince: false, ...evidence };
  expect(neededTrees(await of, whole).length).toBeGreaterThan(0);
  return judgeLog(await of, whole, { rootOf: (_, size) => (size <= 5 ? rootOf(size) : null) })!;
}

const remembering = async (size: number, history?: string) => ({ 'checkpoint-1': await checkpoint(size, history) });
const UNKNOWN =
  'It was restored from a backup of 2026-11-30T03:00:00.000Z, and it isn’t known what was published since.';

test.each([4, 5])('a memory of %i entries, which the backup has, lets the log continue', async (size) => {
  expect(await verdictOn({ memory: await remembering(size) })).toMatchObject({ frozenReason: null, newest: { size } });
});

test('a newer checkpoint freezes the log, wherever it comes from, and whatever the operator states', async () => {
  const newer = { log: 1, note: await checkpoint(7), source: 'a file' };
  const frozenReason = '7 entries were published, but the restored backup has 5.';

  expect(await verdictOn({ memory: await remembering(7) })).toMatchObject({ frozenReason });
  expect(await verdictOn({ others: [newer], isNothingSince: true })).toMatchObject({
    frozenReason,
    newest: { size: 7, source: 'a file' },
  });
});

test('without a memory, what was published since isn’t known, unless the operator states it', async () => {
  expect(await verdictOn({})).toMatchObject({ frozenReason: UNKNOWN });
  expect(await verdictOn({ isNothingSince: true })).toMatchObject({ frozenReason: null });
});

test('a memory that a restore wrote isn’t the machine’s own: a second restore knows as little', async () => {
  const backedUp = await manifest();
  const restored = mergedMemory({}, backedUp, await verdictOn({}));

  const again = await verdictOn({ memory: restored });
  const stated = await verdictOn({ memory: restored, isNothingSince: true });

  expect(restored).toHaveProperty('restored-1');
  expect(again).toMatchObject({ frozenReason: UNKNOWN });
  expect(mergedMemory(restored, backedUp, again)).toHaveProperty('restored-1');
  expect(stated).toMatchObject({ frozenReason: null });
  expect(mergedMemory(restored, backedUp, stated)).not.toHaveProperty('restored-1');
});

test('a memory that is older than the backup, or of one of several signing machines, knows too little', async () => {
  expect(await verdictOn({ memory: await remembering(3) })).toMatchObject({ frozenReason: UNKNOWN });
  expect(await verdictOn({ memory: await remembering(5) }, manifest(true))).toMatchObject({ frozenReason: UNKNOWN });
});

test('a log that was frozen when it was backed up stays frozen', async () => {
  const frozenReason = 'It was restored before.';

  const verdict = await verdictOn(
    { memory: await remembering(5), isNothingSince: true },
    manifest(false, frozenReason),
  );

  expect(verdict).toMatchObject({ frozenReason });
});

test('another history of the same size, a later log and a foreign key are noticed', async () => {
  expect(await verdictOn({ memory: await remembering(5, 'theirs'), isNothingSince: true })).toMatchObject({
    frozenReason: 'The first 5 entries of the restored backup differ from the published ones.',
  });
  expect(
    await verdictOn({ memory: await remembering(5), successor: 'log2.example.org', isNothingSince: true }),
  ).toMatchObject({ frozenReason: 'The log log2.example.org replaced it after the backup was taken.' });
  const stranger = new LocalCheckpointSigner(
    ORIGIN,
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const text = formatCheckpoint({ origin: ORIGIN, size: 5, root: rootOf(5) });
  const note = formatNote({ text, signatures: [await stranger.sign(text)] });
  await expect(verdictOn({ memory: { 'checkpoint-1': note } })).rejects.toThrow(
    'The checkpoint from DATA_DIR/log isn’t one of the log in this backup',
  );
});

test('the newer checkpoint is remembered, and an anchor that the backup lacks isn’t', async () => {
  const backedUp = await manifest();
  const newer = await remembering(7);
  const here = { ...newer, 'anchor.json': '{"anchorId":"anc_2","seq":9,"hash":"11"}' };
  const verdict = await verdictOn({ memory: here });

  expect(mergedMemory(here, backedUp, verdict)).toEqual({ ...backedUp.memory, ...newer });
  expect(mergedMemory({}, backedUp, await verdictOn({ isNothingSince: true }))).toEqual(backedUp.memory);
  expect(mergedMemory(await remembering(3), backedUp, await verdictOn({}))).toMatchObject(backedUp.memory);
});
