import { encodeUtf8 } from '../bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts';
import { MalformedInput } from '../malformed-input.ts';
import { parseNote, type VerifierKey } from '../note.ts';
import { ed25519Key } from '../public-key.ts';
import type { LogClient } from './log-client.ts';

export interface SignedCheckpoint extends Checkpoint {
  note: string;
}

/** Function that verifies an Ed25519 signature over a message by one key. */
export type SignatureCheck = (message: Uint8Array, signature: Uint8Array) => boolean | Promise<boolean>;

/** Verifies signatures in any environment: some thousands per second in Node, some hundreds in pure JavaScript. */
export function portableSignatures(publicKey: Uint8Array): SignatureCheck {
  const key = ed25519Key(publicKey);
  return (message, signature) => key.verifies(message, signature);
}

/** Reads the checkpoints that a log lists, and verifies their signatures. */
export class CheckpointReader {
  readonly #client: LogClient;
  readonly #key: VerifierKey;
  readonly #isSigned: SignatureCheck;

  constructor(client: LogClient, key: VerifierKey, signatures = portableSignatures) {
    this.#client = client;
    this.#key = key;
    this.#isSigned = signatures(key.publicKey);
  }

  /**
   * Checkpoints of more than `after` and at most `upTo` entries, smallest first. Returns false if the log doesn't list its
   * checkpoints.
   * @throws MalformedInput for a list that can't be from this log
   */
  async *listed(after: number, upTo: number): AsyncGenerator<SignedCheckpoint, boolean> {
    let seen = after;
    for (let from: number | null = after; from !== null; ) {
      const page = await this.#client.checkpoints(from);
      if (!page) return false;
      for (const opening of this.#opened(page.notes)) {
        const checkpoint = await opening;
        if (checkpoint.size <= seen) throw new MalformedInput('the list of checkpoints is not ordered by size');
        if (checkpoint.size > upTo) return true;
        seen = checkpoint.size;
        yield checkpoint;
      }
      if (page.next !== null && page.next !== seen)
        throw new MalformedInput('the `next` of a page of checkpoints is not the size of its last checkpoint');
      from = page.next;
    }
    return true;
  }

  /** Verifies the checkpoints of a page in parallel. An invalid one rejects its own promise. */
  #opened(notes: readonly string[]): Promise<SignedCheckpoint>[] {
    return notes.map((note) => {
      const opening = this.#open(note);
      opening.catch(() => {});
      return opening;
    });
  }

  async #open(note: string): Promise<SignedCheckpoint> {
    const { text, signatures } = parseNote(note);
    const own = signatures.find(({ name, keyId }) => name === this.#key.name && keyId === this.#key.keyId);
    const isSigned = own !== undefined && (await this.#isSigned(encodeUtf8(text), own.signature));
    const checkpoint = parseCheckpoint(text);
    if (!isSigned || checkpoint.origin !== this.#key.name) {
      throw new MalformedInput(`the log lists a checkpoint of ${checkpoint.size} entries that it did not sign`);
    }
    return { ...checkpoint, note };
  }
}
