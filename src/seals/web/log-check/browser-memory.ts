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
import {
  evidenceKey,
  followedLogKey,
  STORED_CHECK_KEY,
  type StoredCheck,
  storedCheckIn,
  type TextStorage,
} from './stored-check.ts';
import { texts } from './texts.ts';

/** State of log checks in the browser’s storage. Each origin serves one log, so the URL isn’t part of the key. */
export class BrowserMemory implements AuditMemory {
  readonly #storage: TextStorage;
  readonly #isOwnTrust: boolean;

  /** @param isOwnTrust true if the seal keys are compared with the user’s own trust file */
  constructor(storage: TextStorage, isOwnTrust: boolean) {
    this.#storage = storage;
    this.#isOwnTrust = isOwnTrust;
  }

  placeOf(): string {
    return texts.thisBrowser;
  }

  resetAdvice(): string {
    return texts.resetAdvice;
  }

  /** True if the stored check used the service’s trust file and this one uses the user’s: then all entries are checked again. */
  get hasToReadAll(): boolean {
    const seen = storedCheckIn(this.#storage);
    return this.#isOwnTrust && seen !== null && !seen.isByOwnTrust;
  }

  async read(): Promise<RememberedState[]> {
    return this.#storage.getItem(STORED_CHECK_KEY) === null ? [] : [this.#seen()];
  }

  #seen(): RememberedState {
    try {
      const { vkey, checkpoint, hashes, listedCount, seenAt } = storedCheckIn(this.#storage)!;
      const instant = new Date(seenAt);
      if (Number.isNaN(instant.getTime())) throw new RangeError(`${seenAt} is not a valid time`);
      return {
        vkey,
        checkpoint,
        hashes: hashes.map(decodeBase64),
        listedCount: Number.isSafeInteger(listedCount) ? listedCount! : null,
        seenAt: instant,
        // Any stored check counts here: `hasToReadAll` decides whether entries must be checked again.
        hasTrustedKeys: true,
        place: this.placeOf(),
        isHere: true,
      };
    } catch (cause) {
      throw this.corrupt(this.placeOf(), cause);
    }
  }

  async write(
    { vkey, checkpoint, hashes, listedCount, seenAt }: AuditedState,
    _url: string,
    auditedAt: Date,
  ): Promise<void> {
    const before = storedCheckIn(this.#storage);
    const edge = hashes.map(encodeBase64);
    const isSameTree = before?.vkey === vkey && before.hashes.join() === edge.join();
    const seen: StoredCheck = {
      vkey,
      checkpoint,
      size: parseCheckpoint(parseNote(checkpoint).text).size,
      hashes: edge,
      listedCount,
      seenAt: seenAt.toISOString(),
      auditedAt: auditedAt.toISOString(),
      isByOwnTrust: this.#isOwnTrust || (isSameTree && before.isByOwnTrust),
    };
    this.#storage.setItem(STORED_CHECK_KEY, JSON.stringify(seen));
  }

  async stopExpecting(vkey: string): Promise<void> {
    this.#storage.setItem(followedLogKey(vkey), this.#storage.getItem(STORED_CHECK_KEY)!);
    this.#storage.removeItem(STORED_CHECK_KEY);
  }

  /** Stores the contradicting signed notes as one readable text with the time of the first discovery. Returns the text’s key. */
  async keepEvidence({ isProof, reason, notes }: ConflictEvidence): Promise<string> {
    const name = evidenceKey(bytesToHex(sha256(encodeUtf8(notes.join('\n')))));
    if (this.#storage.getItem(name) !== null) return name;
    const worth = isProof ? texts.evidence.proof : texts.evidence.word;
    const found = texts.evidence.found(new Date().toISOString());
    this.#storage.setItem(name, [`${reason}\n\n${worth}\n${found}\n`, ...notes].join('\n'));
    return name;
  }

  corrupt(_place: string, cause?: unknown): CorruptState {
    return new CorruptState(texts.unreadableState, { cause });
  }
}
