import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeBase64, encodeBase64, encodeUtf8 } from '../../../proof/bytes.ts';
import { parseCheckpoint } from '../../../proof/checkpoint.ts';
import {
  type AuditedState,
  type AuditMemory,
  type ConflictEvidence,
  CorruptState,
  type RememberedState,
} from '../../../proof/log-audit/audit-memory.ts';
import { parseNote } from '../../../proof/note.ts';
import { evidenceOf, SEEN, type Seen, seenBefore, seenIn, type TextStorage } from './kept.ts';

/** What a browser remembers of the log of the service that its page is from: storage is by the origin, and so is the log. */
export class BrowserMemory implements AuditMemory {
  readonly #storage: TextStorage;
  readonly #isOwnTrust: boolean;

  /** @param isOwnTrust whether seal keys are judged by a trust file of whoever checks. */
  constructor(storage: TextStorage, isOwnTrust: boolean) {
    this.#storage = storage;
    this.#isOwnTrust = isOwnTrust;
  }

  placeOf(): string {
    return 'this browser';
  }

  resetAdvice(): string {
    return 'If it was replaced with notice, let this browser forget the earlier one, and start again with the new trust file.';
  }

  /** What a file of the service's own has judged is judged anew by one that comes from elsewhere. */
  get hasToReadAll(): boolean {
    const seen = seenIn(this.#storage);
    return this.#isOwnTrust && seen !== null && !seen.isByOwnTrust;
  }

  async read(): Promise<RememberedState[]> {
    return this.#storage.getItem(SEEN) === null ? [] : [this.#seen()];
  }

  #seen(): RememberedState {
    try {
      const { vkey, checkpoint, hashes, seenAt } = seenIn(this.#storage)!;
      const instant = new Date(seenAt);
      if (Number.isNaN(instant.getTime())) throw new RangeError('not a time');
      return {
        vkey,
        checkpoint,
        hashes: hashes.map(decodeBase64),
        seenAt: instant,
        // By which file is no matter here: what has to be read anew is.
        hasTrustedKeys: true,
        place: this.placeOf(),
        isHere: true,
      };
    } catch (cause) {
      throw this.corrupt(this.placeOf(), cause);
    }
  }

  async write({ vkey, checkpoint, hashes, seenAt }: AuditedState, _url: string, auditedAt: Date): Promise<void> {
    const before = seenIn(this.#storage);
    const edge = hashes.map(encodeBase64);
    const isSameTree = before?.vkey === vkey && before.hashes.join() === edge.join();
    const seen: Seen = {
      vkey,
      checkpoint,
      size: parseCheckpoint(parseNote(checkpoint).text).size,
      hashes: edge,
      seenAt: seenAt.toISOString(),
      auditedAt: auditedAt.toISOString(),
      isByOwnTrust: this.#isOwnTrust || (isSameTree && before.isByOwnTrust),
    };
    this.#storage.setItem(SEEN, JSON.stringify(seen));
  }

  async stopExpecting(vkey: string): Promise<void> {
    this.#storage.setItem(seenBefore(vkey), this.#storage.getItem(SEEN)!);
    this.#storage.removeItem(SEEN);
  }

  /** As a text that a person can read, with when it was first found. */
  async keepEvidence({ isProof, reason, notes }: ConflictEvidence): Promise<string> {
    const name = evidenceOf(bytesToHex(sha256(encodeUtf8(notes.join('\n')))));
    if (this.#storage.getItem(name) !== null) return name;
    const worth = isProof
      ? 'Both notes are signed with the key of the log, and they cannot both be true. That convinces anybody who has its key.'
      : 'Both notes are signed with the key of the log. That the smaller tree was shown after the larger is the word of whoever has saved this.';
    const found = `Found by a browser, ${new Date().toISOString()}.`;
    this.#storage.setItem(name, [`${reason}\n\n${worth}\n${found}\n`, ...notes].join('\n'));
    return name;
  }

  corrupt(_place: string, cause?: unknown): CorruptState {
    const sentence = 'What this browser remembers of the log cannot be read. Let it forget that, and begin anew.';
    return new CorruptState(sentence, { cause });
  }
}
