import type { EntityManager } from '@mikro-orm/postgresql';
import { chunksOf, type StructuredText } from './chunks.ts';
import {
  caseOfIndexed,
  countWords,
  deletePassages,
  discountWords,
  type IndexedText,
  insertPassages,
  lockWords,
} from './passage.sql.ts';
import { textConfiguration } from './text-configuration.ts';

/** Passages per transaction, about half a second of work. */
const BATCH = 500;

/**
 * Stores the passages of a version in batches, each in its own transaction, and counts their words. The version is found once it
 * is the current one of its document, so an interrupted call leaves nothing visible; repeat it.
 * @returns number of passages
 */
export async function indexVersion(
  em: EntityManager,
  of: Omit<IndexedText, 'configuration'>,
  reading: StructuredText,
  signal?: AbortSignal,
): Promise<number> {
  const version = { ...of, configuration: textConfiguration(reading.language) };
  if ((await caseOfIndexed(em, of.versionId)) === null) await deleteAll(em, of.versionId);
  const chunks = chunksOf(reading);
  for (let from = 0; from < chunks.length; from += BATCH) {
    signal?.throwIfAborted();
    await em.transactional((inner) => insertPassages(inner, version, chunks.slice(from, from + BATCH)));
  }
  await em.transactional(async (inner) => {
    await lockWords(inner, of.caseId);
    await countWords(inner, version);
  });
  return chunks.length;
}

/** Deletes the passages of a version and takes their words from those of the case. Repeat it after an interruption. */
export async function forgetVersion(em: EntityManager, versionId: string): Promise<void> {
  const caseId = await caseOfIndexed(em, versionId);
  if (caseId !== null) {
    await em.transactional(async (inner) => {
      await lockWords(inner, caseId);
      await discountWords(inner, versionId);
    });
  }
  await deleteAll(em, versionId);
}

async function deleteAll(em: EntityManager, versionId: string): Promise<void> {
  while ((await em.transactional((inner) => deletePassages(inner, versionId, BATCH))) === BATCH);
}
