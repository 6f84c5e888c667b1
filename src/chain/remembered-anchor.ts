import { z } from 'zod';
import { DurableFile } from '../platform/storage/durable-file.ts';

const Anchor = z.object({
  anchorId: z.string(),
  seq: z.int().min(1),
  hash: z.string().length(64),
});

/** Id of an anchor, and the chain entry that it anchors. */
export type AnchorPlace = z.output<typeof Anchor>;

/**
 * The last anchor that this machine made or accepted, in a file outside the database. Someone who rewrites the chain and deletes
 * the anchors in the database can’t make the service anchor the result.
 */
export class RememberedAnchor {
  readonly #file: DurableFile;

  constructor(dataDir: string) {
    this.#file = new DurableFile(dataDir, 'log', 'anchor.json');
  }

  /** Null if this machine never made or accepted an anchor. @throws if the file is unreadable */
  read(): AnchorPlace | null {
    const text = this.#file.read();
    return text === null ? null : Anchor.parse(JSON.parse(text));
  }

  /** Forgets the anchor, which is kept in another file as evidence. Returns its path, or null if this machine has no anchor. */
  setAside(): Promise<string | null> {
    return this.#file.setAside();
  }

  write({ anchorId, seq, hash }: AnchorPlace): Promise<void> {
    return this.#file.write(`${JSON.stringify({ anchorId, seq, hash })}\n`);
  }
}
