import { z } from 'zod';
import { DurableFile } from '../platform/storage/durable-file.ts';
import { type LogMemory, rememberedSize, restoredMemory } from './log-memory.ts';
import type { LogVerdict } from './log-verdict.ts';
import type { BackedUpEvidence } from './manifest.ts';

const WithSeq = z.object({ seq: z.int().min(0) });

/**
 * The memory that this machine has after a restore: of each file, the one here or that in the backup. The newer
 * checkpoint wins, so that a restore never makes the machine forget what it published. An anchor that is newer than all in the
 * backup is lost with its chain entries; the checkpoint shows that. The place from which on acts are signed is the earlier one,
 * which is stricter. The other files say what the database contains, so they are those of the backup.
 */
export function mergedMemory(here: LogMemory, manifest: BackedUpEvidence, verdict: LogVerdict | null): LogMemory {
  const { memory } = manifest;
  const merged: Record<string, string> = Object.fromEntries(
    Object.entries(memory).filter(([name]) => !name.startsWith('checkpoint-')),
  );
  for (const { log, published } of manifest.logs) {
    const name = `checkpoint-${log}`;
    const candidates = [here[name], memory[name], published ?? undefined].filter((note) => note !== undefined);
    if (verdict?.log === log && verdict.newest) candidates.push(verdict.newest.note);
    const [newest] = candidates.sort((a, b) => rememberedSize({ [name]: b }, log) - rememberedSize({ [name]: a }, log));
    if (newest !== undefined) merged[name] = newest;
  }
  const anchors = [here['anchor.json'], memory['anchor.json']]
    .filter((text) => text !== undefined)
    .filter((text) => seqOf(text) <= (manifest.anchor?.seq ?? 0));
  delete merged['anchor.json'];
  const anchor = anchors.sort((a, b) => seqOf(b) - seqOf(a))[0];
  if (anchor !== undefined) merged['anchor.json'] = anchor;
  if (verdict) {
    const name = restoredMemory(verdict.log);
    delete merged[name];
    if (verdict.isUnknown && verdict.frozenReason !== null) merged[name] = `${manifest.name}\n`;
  }
  const signing = [here['signed-acts.json'], memory['signed-acts.json']].filter((text) => text !== undefined);
  const begin = signing.sort((a, b) => seqOf(a) - seqOf(b))[0];
  if (begin !== undefined) merged['signed-acts.json'] = begin;
  return merged;
}

/** Number of the chain entry of an anchor, or of the begin of signing. */
const seqOf = (text: string) => WithSeq.parse(JSON.parse(text)).seq;

/**
 * Writes a memory, and sets files aside that it doesn't have, such as the checkpoint of a log that was opened after the backup:
 * the next log gets the same number.
 */
export async function writeLogMemory(dataDir: string, memory: LogMemory, here: LogMemory): Promise<void> {
  for (const name of Object.keys(here)) {
    const isLost = !(name in memory) || (name === 'anchor.json' && here[name] !== memory[name]);
    if (isLost) await new DurableFile(dataDir, 'log', name).setAside();
  }
  for (const [name, text] of Object.entries(memory)) {
    if (here[name] !== text) await new DurableFile(dataDir, 'log', name).write(text);
  }
}
