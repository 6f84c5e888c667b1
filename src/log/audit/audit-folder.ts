import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { writeDurably } from '../../platform/storage/durable-file.ts';
import { decodeBase64, encodeBase64 } from '../../proof/bytes.ts';
import {
  type AuditedState,
  type AuditMemory,
  type ConflictEvidence,
  CorruptState,
  type RememberedState,
} from '../../proof/log-audit/audit-memory.ts';
import { formatVerifierKey, parseVerifierKey } from '../../proof/note.ts';

/**
 * Names of state files: `NAME-HASH.json` for a log. Earlier releases wrote `HOST-HASH.json` for an address, and
 * `HOST-HASH.NAME-KEYID.json` for a log that was replaced.
 */
const STATE_FILE = /-[0-9a-f]{16}(?<followed>\.[^/]+-[0-9a-f]{8})?\.json$/;

interface StateFile {
  file: string;
  vkey: string;
  /** Addresses at which an audit expects this log. */
  urls: string[];
  json: Record<string, unknown>;
}

/**
 * Stores the results of log audits in files: one per log, identified by its name and key, with the addresses where it was read.
 */
export class AuditFolder implements AuditMemory {
  readonly #folder: string;
  readonly #prefix: string;
  #files: StateFile[] = [];

  /** @param prefix address of the log to audit */
  constructor(folder: string, prefix: string) {
    this.#folder = path.resolve(folder);
    this.#prefix = prefix;
  }

  /** Default folder for the results of audits. Source: XDG Base Directory Specification. */
  static get usual(): string {
    const home = process.env.XDG_STATE_HOME || path.join(homedir(), '.local/state');
    return path.join(home, 'imprimatur/audit');
  }

  placeOf(vkey: string): string {
    return path.join(this.#folder, `${nameOf(vkey)}.json`);
  }

  resetAdvice(place: string): string {
    return `If the operator announced that the log was replaced, start over with another --state folder. See ${place}`;
  }

  async read(): Promise<RememberedState[]> {
    const names = await readdir(this.#folder).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return [];
      throw cause;
    });
    const files = names.filter((name) => STATE_FILE.test(name)).map((name) => path.join(this.#folder, name));
    const read = await Promise.all(files.map((file) => this.#readState(file)));
    this.#files = read.map(([file]) => file);
    return read.map(([, state]) => state);
  }

  async #readState(file: string): Promise<[StateFile, RememberedState]> {
    const text = await readFile(file, 'utf8');
    try {
      const json = JSON.parse(text);
      const { checkpoint, hashes, listedCount, auditedAt, seenAt = auditedAt, hasTrustedKeys, url } = json;
      const { urls = STATE_FILE.exec(file)!.groups!.followed ? [] : [url] } = json;
      const vkey = formatVerifierKey(parseVerifierKey(json.vkey));
      const state = {
        vkey,
        checkpoint: String(checkpoint),
        hashes: hashes.map(decodeBase64),
        listedCount: Number.isSafeInteger(listedCount) ? listedCount : null,
        seenAt: instantOf(seenAt),
        hasTrustedKeys: hasTrustedKeys === true,
        place: file,
        isHere: urls.includes(this.#prefix),
      };
      return [{ file, vkey, urls, json }, state];
    } catch (cause) {
      throw this.corrupt(file, cause);
    }
  }

  async write(audited: AuditedState, url: string, auditedAt: Date): Promise<void> {
    const { vkey, checkpoint, hashes, listedCount, seenAt, hasTrustedKeys } = audited;
    const state = {
      vkey,
      auditedAt: auditedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      hasTrustedKeys,
      checkpoint,
      hashes: hashes.map(encodeBase64),
      listedCount,
    };
    await this.#put(vkey, state, (urls) => [...new Set([...urls, url])]);
  }

  async stopExpecting(vkey: string): Promise<void> {
    const json = this.#files.find((one) => one.vkey === vkey && one.urls.includes(this.#prefix))?.json;
    if (json) await this.#put(vkey, json, (urls) => urls.filter((url) => url !== this.#prefix));
  }

  /**
   * Writes the state file of a log, and deletes the files of earlier releases about this log, which the written file replaces.
   */
  async #put(vkey: string, state: Record<string, unknown>, change: (urls: string[]) => string[]): Promise<void> {
    const file = this.placeOf(vkey);
    const known = this.#files.filter((one) => one.vkey === vkey);
    const urls = change([...new Set(known.flatMap((one) => one.urls))]);
    await writeDurably(file, `${JSON.stringify({ ...state, url: undefined, urls }, null, 2)}\n`, draftOf(file));
    await Promise.all(known.filter((one) => one.file !== file).map((one) => rm(one.file, { force: true })));
  }

  /**
   * Stores evidence in readable form if it proves a conflict to anyone. Other evidence isn't stored, because the stored state
   * shows the same.
   */
  async keepEvidence({ isProof, reason, notes }: ConflictEvidence, vkey: string): Promise<string | null> {
    if (!isProof) return null;
    const text = [`${reason}\n`, ...notes].join('\n');
    const file = path.join(this.#folder, `${nameOf(vkey)}-evidence`, `${hashOf(notes.join('\n'))}.txt`);
    await writeDurably(file, text, draftOf(file));
    return file;
  }

  corrupt(place: string, cause?: unknown): CorruptState {
    return new CorruptState(`${place} is damaged. Restore it from a copy, or delete it to start over.`, { cause });
  }
}

/** Name of a log's state file. A hash of name and key identifies the log; the name is included for people. */
function nameOf(vkey: string): string {
  return `${safe(vkey.split('+')[0]!)}-${hashOf(vkey).slice(0, 16)}`;
}

/** Draft of a state file. Each has its own name, because two audits can run at once. */
const draftOf = (file: string) => `${file}.${randomUUID()}`;

/** Parses a stored time. @throws RangeError if it is invalid */
function instantOf(text: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw new RangeError(`${text} is not a valid time`);
  return instant;
}

/** The name of a log with characters that are safe in file names. */
function safe(name: string): string {
  return name.replace(/[^a-z0-9.-]/gi, '_');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
