import { encodeUtf8 } from '../bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts';
import { Malformed } from '../malformed.ts';
import { parseNote, type VerifierKey } from '../note.ts';
import { ed25519Key } from '../public-key.ts';
import type { LogClient } from './log-client.ts';

export interface SignedCheckpoint extends Checkpoint {
  note: string;
}

/** Whether an Ed25519 signature over a message is by the key that it was made for. */
export type SignatureCheck = (message: Uint8Array, signature: Uint8Array) => boolean | Promise<boolean>;

/** What every machine has: some thousands a second in Node, some hundreds where a script has to do it. */
export function portableSignatures(publicKey: Uint8Array): SignatureCheck {
  const key = ed25519Key(publicKey);
  return (message, signature) => key.verifies(message, signature);
}

/** The checkpoints a log lists, each with its signature verified. */
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
   * Those of more than `after` and at most `upTo` entries, the smallest first. Gives false first when the log lists none.
   * @throws Malformed for a list that cannot be one of this log.
   */
  async *listed(after: number, upTo: number): AsyncGenerator<SignedCheckpoint, boolean> {
    let seen = after;
    for (let from: number | null = after; from !== null; ) {
      const page = await this.#client.checkpoints(from);
      if (!page) return false;
      for (const opening of this.#opened(page.notes)) {
        const checkpoint = await opening;
        if (checkpoint.size <= seen) throw new Malformed('the list of checkpoints is not in order');
        if (checkpoint.size > upTo) return true;
        seen = checkpoint.size;
        yield checkpoint;
      }
      if (page.next !== null && page.next !== seen) throw new Malformed('a page of checkpoints leads astray');
      from = page.next;
    }
    return true;
  }

  /** Those of a page, all at once where the machine can. Whoever takes one hears what is wrong with it, in its turn. */
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
      throw new Malformed(`the log lists a checkpoint of ${checkpoint.size} entries that it did not sign`);
    }
    return { ...checkpoint, note };
  }
}
