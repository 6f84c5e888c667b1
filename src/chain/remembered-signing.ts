import { z } from 'zod';
import { DurableFile } from '../platform/storage/durable-file.ts';
import type { ActPlace } from '../proof/chain-acts.ts';

const Signing = z.object({
  /** Newest chain entry when this machine began to sign acts. 0 if the chain was empty. */
  seq: z.int().min(0),
  at: z.iso.datetime(),
});

/** Time during which processes of an earlier release may still add unsigned acts: those of a deployment in steps. */
const OVERLAP_MS = 24 * 3_600_000;

/**
 * The place in the chain from which on acts are signed, in a file outside the database. Releases up to 0.2.0 didn't sign acts, so
 * without it an act that someone inserts into the database could pass as one of these.
 */
export class RememberedSigning {
  readonly #file: DurableFile;

  constructor(dataDir: string) {
    this.#file = new DurableFile(dataDir, 'log', 'signed-acts.json');
  }

  /** Remembers the newest chain entry, unless this machine remembers one. */
  async begin(seq: number, at: Date): Promise<void> {
    if (this.#file.read() === null) await this.#file.write(`${JSON.stringify({ seq, at: at.toISOString() })}\n`);
  }

  /**
   * A function that returns true if an act at a place may be unsigned. Any may if this machine remembers nothing.
   * @throws if the file is unreadable
   */
  rule(now: Date): (place: ActPlace) => boolean {
    const text = this.#file.read();
    if (text === null) return () => true;
    const { seq, at } = Signing.parse(JSON.parse(text));
    // A chain that was empty had no earlier release.
    const until = seq === 0 ? 0 : Date.parse(at) + OVERLAP_MS;
    return (place) =>
      (place !== null && place.seq <= seq) || Date.parse(place?.recordedAt ?? now.toISOString()) < until;
  }
}
