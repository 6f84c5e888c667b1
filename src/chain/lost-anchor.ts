import type { EntityManager } from '@mikro-orm/postgresql';
import { findHead } from './chain.sql.ts';
import { findAnchor } from './chain-anchor.sql.ts';
import { RememberedAnchor } from './remembered-anchor.ts';

/**
 * Forgets the anchor that this machine remembers if the chain in the database ends before it, because an older backup was
 * restored. Called when an operator replaces the log, which makes the loss visible. An anchor that is missing within the chain
 * stays: someone deleted it. Returns the path of the file that keeps the anchor, or null if nothing was forgotten.
 */
export async function forgetLostAnchor(em: EntityManager, dataDir: string): Promise<string | null> {
  const remembered = new RememberedAnchor(dataDir);
  const anchor = remembered.read();
  if (!anchor || (await findAnchor(em, anchor.anchorId))) return null;
  const head = await findHead(em);
  return head && head.seq >= anchor.seq ? null : remembered.setAside();
}
