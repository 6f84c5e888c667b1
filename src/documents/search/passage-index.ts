import type { EntityManager } from '@mikro-orm/postgresql';
import { chunksOf, type StructuredText } from './chunks.ts';
import {
  countWords,
  deletePassages,
  discountWords,
  findStale,
  type IndexedText,
  insertPassages,
  isIndexed,
  lockWords,
} from './passage.sql.ts';
import { textConfiguration } from './text-configuration.ts';

/** Passages per transaction. */
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
  if (!(await isIndexed(em, of.versionId))) await deletePassages(em, [of.versionId]);
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

/** Deletes the passages of versions of a case and takes their words from those of the case, in the transaction of `em`. */
export async function forgetVersions(em: EntityManager, caseId: string, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return;
  await lockWords(em, caseId);
  await discountWords(em, caseId, versionIds);
  await deletePassages(em, versionIds);
}

/** Forgets the versions of a version's document that aren't found any more: earlier and erased ones. */
export async function forgetStale(em: EntityManager, versionId: string): Promise<void> {
  const stale = await findStale(em, versionId);
  for (const { id, caseId } of stale) await em.transactional((inner) => forgetVersions(inner, caseId, [id]));
}
