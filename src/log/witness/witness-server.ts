import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import { keptSecret } from '../../platform/encryption/secrets.ts';
import { decodeUtf8, encodeBase64, equalBytes } from '../../proof/bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../../proof/checkpoint.ts';
import { type ConsistencyProof, formatConsistencyProof, parseConsistencyProof } from '../../proof/consistency-proof.ts';
import { cosignedMessage, encodeCosignature } from '../../proof/cosignature.ts';
import { MalformedInput } from '../../proof/malformed-input.ts';
import { EMPTY_ROOT, HASH_LENGTH, rootWithin, verifyConsistency } from '../../proof/merkle.ts';
import {
  formatNote,
  formatSignature,
  type Note,
  NoteRefused,
  type NoteSignature,
  noteSignature,
  openNote,
  parseNote,
  type VerifierKey,
  verifierKey,
} from '../../proof/note.ts';
import { MAX_MESSAGE_BYTES, SIZE_MEDIA_TYPE } from './add-checkpoint.ts';
import { CheckpointFolder, EvidenceKind, hashOf } from './checkpoint-folder.ts';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

export interface WitnessSettings {
  /** Folder with the witness's key and the cosigned checkpoints. A witness that loses it needs a new name and key. */
  folder: string;
  /** Name of the witness in its cosignatures: a host name, optionally with a path. */
  name: string;
  /** Public keys of the logs to cosign. A log that changes its key is listed with both keys. */
  logs: readonly VerifierKey[];
  clock: Clock;
  /** Called for internal failures, and for evidence against a log. */
  onProblem?: (problem: string, cause?: unknown) => void;
}

interface WitnessResponse {
  status: number;
  body: string;
  contentType?: string;
  headers?: Record<string, string>;
}

/**
 * A small witness: stores the largest tree of each log, and cosigns only trees that continue it. If a party other than the log's
 * operator runs it, the log can't show two histories to readers who require its cosignatures. Source: C2SP tlog-witness.
 */
export class Witness {
  /** Public key of the witness, for readers who require its cosignatures. */
  readonly key: VerifierKey;
  readonly #privateKey: KeyObject;
  readonly #folder: CheckpointFolder;
  readonly #settings: WitnessSettings;

  private constructor(settings: WitnessSettings, folder: CheckpointFolder, privateKey: KeyObject) {
    this.#settings = settings;
    this.#folder = folder;
    this.#privateKey = privateKey;
    this.key = verifierKey('cosignature/v1', settings.name, publicKeyOf(privateKey));
  }

  /**
   * Opens the witness's folder. Its key is created at the first start with mode 600. @throws if the folder is in use or not
   * writable
   */
  static async open(settings: WitnessSettings): Promise<Witness> {
    const folder = await CheckpointFolder.open(settings.folder);
    try {
      const pem = keptSecret(settings.folder, 'witness-private-key.pem', makePrivateKey);
      return new Witness(settings, folder, createPrivateKey(pem));
    } catch (cause) {
      await folder.close();
      throw cause;
    }
  }

  /** Waits until checkpoints in progress are processed, and unlocks the folder. */
  async close(): Promise<void> {
    await this.#folder.close();
  }

  /** Handler for `createServer` of node:http. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    this.#answer(request)
      .catch((cause: unknown): WitnessResponse => {
        this.#settings.onProblem?.('the witness could not read or write its folder', cause);
        return { status: 503, body: 'Retry later.\n', headers: { 'retry-after': '10' } };
      })
      .then(({ status, body, contentType = PLAIN_TEXT, headers }) => {
        response.writeHead(status, { 'content-type': contentType, ...headers }).end(body);
      })
      .catch((cause: unknown) => {
        this.#settings.onProblem?.('a response could not be sent', cause);
        response.destroy();
      });
  };

  async #answer(request: IncomingMessage): Promise<WitnessResponse> {
    // The path is matched after any prefix. It isn't parsed as a URL, which throws for some invalid paths.
    const path = (request.url ?? '').replace(/[?#].*$/s, '');
    const requested = /\/([0-9a-f]{64})\/checkpoint$/.exec(path)?.[1];
    if (requested && request.method === 'GET') return this.#latest(requested);
    if (!path.endsWith('/add-checkpoint')) return refused(404, 'Not found.');
    if (request.method !== 'POST') {
      return { ...refused(405, 'Send checkpoints by POST.'), headers: { allow: 'POST' } };
    }
    const body = await readBody(request);
    // The connection can't be reused, because the request body wasn't read completely.
    if (!body) return { ...refused(413, 'The request is too large.'), headers: { connection: 'close' } };
    return this.#addCheckpoint(body);
  }

  /** Serves the last cosigned checkpoint, for monitors: `GET <prefix>/<SHA-256 of the origin, hex>/checkpoint`. */
  async #latest(originHash: string): Promise<WitnessResponse> {
    const log = this.#settings.logs.find(({ name }) => hashOf(name) === originHash);
    const note = log && (await this.#folder.read(log.name));
    return note ? { status: 200, body: note } : refused(404, 'No checkpoint of this log was cosigned yet.');
  }

  async #addCheckpoint(body: Uint8Array): Promise<WitnessResponse> {
    let request: ConsistencyProof;
    let note: Note;
    let checkpoint: Checkpoint;
    try {
      request = parseConsistencyProof(decodeUtf8(body));
      note = parseNote(request.checkpoint);
      checkpoint = parseCheckpoint(note.text);
      if (checkpoint.root.length !== HASH_LENGTH)
        throw new MalformedInput(`the root hash of the checkpoint must have ${HASH_LENGTH} bytes`);
    } catch (cause) {
      if (cause instanceof MalformedInput) return refused(400, `The request is malformed: ${cause.message}.`);
      throw cause;
    }

    const { origin, size } = checkpoint;
    const logKeys = this.#settings.logs.filter(({ name }) => name === origin);
    if (logKeys.length === 0) return refused(404, 'This witness doesn’t know the log.');
    try {
      openNote(note, logKeys);
    } catch (cause) {
      if (cause instanceof NoteRefused || cause instanceof MalformedInput) {
        return refused(403, 'The checkpoint is not signed by a known key of this log.');
      }
      throw cause;
    }
    if (request.oldSize > size) return refused(400, 'The old size is larger than the checkpoint.');

    const byLog = note.signatures.filter((signature) => logKeys.some((key) => isBy(key, signature)));
    return this.#folder.inTurn(origin, () =>
      this.#cosignNext(request, { ...checkpoint, note: { text: note.text, signatures: byLog } }, logKeys),
    );
  }

  /**
   * Checks a checkpoint and stores it while no other request for the log runs, so that it is never checked against an outdated
   * one.
   */
  async #cosignNext(
    { oldSize, proof }: ConsistencyProof,
    next: Checkpoint & { note: Note },
    logKeys: readonly VerifierKey[],
  ): Promise<WitnessResponse> {
    const latest = await this.#readLatest(next.origin, logKeys);
    const knownSize = latest?.size ?? 0;
    if (oldSize !== knownSize) return { status: 409, body: `${knownSize}\n`, contentType: SIZE_MEDIA_TYPE };

    if (latest && next.size === latest.size && !equalBytes(next.root, latest.root)) {
      await this.#keepEvidence(EvidenceKind.PROVEN, latest, next, proof);
      return refused(422, 'A different tree of this size was cosigned before. Both checkpoints are kept as evidence.');
    }
    if (!continues(latest, next, proof)) {
      if (!latest || next.size === latest.size) return refused(422, 'The consistency proof is invalid.');
      const begin = rootWithin(latest.size, next.size, proof, next.root);
      await this.#keepEvidence(begin ? EvidenceKind.PROVEN : EvidenceKind.UNPROVEN, latest, next, proof);
      return refused(422, 'The consistency proof is invalid. Both checkpoints are kept as evidence.');
    }

    const cosignature = this.#cosign(next.note.text);
    if (!latest || next.size > latest.size) {
      const signatures = [...next.note.signatures, cosignature];
      await this.#folder.store(next.origin, formatNote({ text: next.note.text, signatures }));
      await this.#folder.dropUnproven(next.origin, treeOf(next));
    }
    return { status: 200, body: formatSignature(cosignature) };
  }

  /** Stores evidence: both checkpoints as signed, and the unchanged proof from the request. */
  async #keepEvidence(
    kind: EvidenceKind,
    latest: Checkpoint & { stored: string },
    next: Checkpoint & { note: Note },
    proof: readonly Uint8Array[],
  ): Promise<void> {
    const shown = formatConsistencyProof({ oldSize: latest.size, proof, checkpoint: formatNote(next.note) });
    const isNew = await this.#folder.keepEvidence(next.origin, kind, `${latest.stored}\n\n${shown}`, treeOf(next));
    // Reports evidence once per tree, because a log retries a refused checkpoint.
    if (!isNew) return;
    this.#settings.onProblem?.(
      kind === EvidenceKind.PROVEN
        ? `${next.origin} signed two trees of ${latest.size} entries`
        : `${next.origin} signed a tree of ${next.size} entries without proof that it continues that of ${latest.size}`,
    );
  }

  /**
   * Reads the checkpoint of a log that was last cosigned. @throws if the stored note is unreadable: if it were treated as
   * missing, the witness would cosign a rewritten log
   */
  async #readLatest(
    origin: string,
    logKeys: readonly VerifierKey[],
  ): Promise<(Checkpoint & { stored: string }) | null> {
    const stored = await this.#folder.read(origin);
    if (stored === null) return null;
    // The note is also accepted with the witness's own cosignature alone: if the log has changed its key since, `logKeys` don't
    // verify the note any more.
    return { ...parseCheckpoint(openNote(stored, [this.key, ...logKeys]).text), stored };
  }

  #cosign(text: string): NoteSignature {
    const timeSeconds = Math.floor(this.#settings.clock.now().getTime() / 1000);
    const signature = sign(null, cosignedMessage(text, timeSeconds), this.#privateKey);
    return noteSignature(this.key, encodeCosignature({ timeSeconds, signature }));
  }
}

/** Id of a tree of a log. */
function treeOf({ size, root }: Checkpoint): string {
  return `${size} ${encodeBase64(root)}`;
}

function continues(latest: Checkpoint | null, next: Checkpoint, proof: readonly Uint8Array[]): boolean {
  // The empty tree and a tree that continues it need no proof.
  if (next.size === 0) return proof.length === 0 && equalBytes(next.root, EMPTY_ROOT);
  if (!latest || latest.size === 0) return proof.length === 0;
  return verifyConsistency(latest.size, next.size, proof, latest.root, next.root);
}

function isBy({ name, keyId }: VerifierKey, signature: NoteSignature): boolean {
  return signature.name === name && signature.keyId === keyId;
}

function refused(status: number, sentence: string): WitnessResponse {
  return { status, body: `${sentence}\n` };
}

/** Body of a request. Null if it is longer than any valid request. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The stream isn't destroyed, which would close the connection before the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_MESSAGE_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function makePrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}

function publicKeyOf(privateKey: KeyObject): Uint8Array {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (privateKey.asymmetricKeyType !== 'ed25519' || !x) throw new Error('The key of a witness must be an Ed25519 key.');
  return Buffer.from(x, 'base64url');
}
