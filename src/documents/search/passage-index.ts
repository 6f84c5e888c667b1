import type { EntityManager } from '@mikro-orm/postgresql';
import {
  countWords,
  deletePassages,
  deleteSomeWords,
  discountWords,
  findStale,
  type IndexedText,
  insertPassages,
  isIndexed,
  lockWords,
} from './passage.sql.ts';
import { textConfiguration } from './text-configuration.ts';

interface IndexingOptions {
  readonly signal?: AbortSignal;
  /** Waits after a transaction that took so many milliseconds, so that the database has time for requests. */
  readonly rest?: (workedMs: number) => Promise<void>;
}

/**
 * Stores the passages of a version in batches, each in its own transaction, and counts their words. The version is found once it
 * is the current one of its document, so an interrupted call leaves nothing visible; repeat it.
 * @param reading its passages as `packPassages` makes them
 */
export async function indexVersion(
  em: EntityManager,
  of: Omit<IndexedText, 'configuration'>,
  { language, passages }: { readonly language: string | null; readonly passages: readonly Uint8Array[] },
  { signal, rest = async () => {} }: IndexingOptions = {},
): Promise<void> {
  const version = { ...of, configuration: textConfiguration(language) };
  if (!(await isIndexed(em, of.versionId))) await deletePassages(em, [of.versionId]);
  for (const batch of passages) {
    signal?.throwIfAborted();
    const begin = performance.now();
    await em.transactional((inner) => insertPassages(inner, version, Buffer.from(batch).toString()));
    await rest(performance.now() - begin);
  }
  // Not between its statements: other documents of the case wait for the lock.
  const workedMs = await em.transactional(async (inner) => {
    await lockWords(inner, of.caseId);
    const begin = performance.now();
    await countWords(inner, version);
    return performance.now() - begin;
  });
  await rest(workedMs);
}

/** Deletes the passages of versions of a case and takes their words from those of the case, in the transaction of `em`. */
export async function forgetVersions(em: EntityManager, caseId: string, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return;
  await lockWords(em, caseId);
  await discountWords(em, caseId, versionIds);
  await deletePassages(em, versionIds);
}

/**
 * Deletes the counts of all words of an erased case, so that they needn’t be taken away document by document. Its passages stay
 * until its documents are erased.
 */
export async function forgetCase(em: EntityManager, caseId: string): Promise<void> {
  const deleteSome = () =>
    em.fork().transactional(async (inner) => {
      await lockWords(inner, caseId);
      return deleteSomeWords(inner, caseId);
    });
  while (await deleteSome());
}

/** Forgets the versions of a version's document that aren't found any more: earlier and erased ones. */
export async function forgetStale(em: EntityManager, versionId: string): Promise<void> {
  const stale = await findStale(em, versionId);
  for (const { id, caseId } of stale) await em.transactional((inner) => forgetVersions(inner, caseId, [id]));
}
