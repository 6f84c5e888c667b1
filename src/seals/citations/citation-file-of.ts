import type { EntityManager } from '@mikro-orm/postgresql';
import { Seal, type SealSubject } from '../seal.entity.ts';

const WITH_FILE: readonly SealSubject[] = ['DOCUMENT_VERSION', 'CITATIONS', 'QUOTATION_REPORT'];

/** Sealed citation file of a seal, as text. Null for seals of anything else. */
export async function citationFileOf(em: EntityManager, { id, subject }: Seal): Promise<string | null> {
  if (!WITH_FILE.includes(subject)) return null;
  const stored = await em.findOne(Seal, id, { populate: ['content'] });
  return stored?.content ?? null;
}
