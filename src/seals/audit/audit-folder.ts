import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { decodeBase64, encodeBase64 } from '../../proof/bytes.ts';

/** What the last audit of a log found to be in order. */
export interface AuditedState {
  /** Verifier key of the log. */
  vkey: string;
  /** The signed note, as the log served it. */
  checkpoint: string;
  /** The tree's edge at that checkpoint: enough to go on from there. */
  hashes: Uint8Array[];
  /** When this tree was first seen here. */
  seenAt: Date;
  /** Whether the key of every entry so far was held against a trust file. */
  hasTrustedKeys: boolean;
}

/** What was kept of the last audit cannot be used. Beginning anew by itself would forget the log's past. */
export class SpoiltState extends Error {
  override readonly name = 'SpoiltState';

  constructor(file: string, options?: ErrorOptions) {
    super(`${file} is spoilt. Bring it back from a copy, or remove it to begin anew.`, options);
  }
}

/**
 * Where an auditor remembers a log: without it, nobody would notice that the log is another one than last time. By the
 * address, as the log's name is what a log says of itself.
 */
export class AuditFolder {
  readonly stateFile: string;
  readonly #evidence: string;

  /** @param prefix the log's address. */
  constructor(folder: string, prefix: string) {
    const name = `${safe(new URL(prefix).hostname)}-${hashOf(prefix).slice(0, 16)}`;
    this.stateFile = path.resolve(folder, `${name}.json`);
    this.#evidence = path.resolve(folder, `${name}-evidence`);
  }

  /** Where it is when nothing else is said. Source: XDG Base Directory Specification. */
  static get usual(): string {
    const home = process.env.XDG_STATE_HOME || path.join(homedir(), '.local/state');
    return path.join(home, 'imprimatur/audit');
  }

  /** Null before the first audit. @throws SpoiltState */
  async read(): Promise<AuditedState | null> {
    const text = await readFile(this.stateFile, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null;
      throw cause;
    });
    if (text === null) return null;
    try {
      const { vkey, checkpoint, hashes, auditedAt, seenAt = auditedAt, hasTrustedKeys } = JSON.parse(text);
      return {
        vkey: String(vkey),
        checkpoint: String(checkpoint),
        hashes: hashes.map(decodeBase64),
        seenAt: instantOf(seenAt),
        hasTrustedKeys: hasTrustedKeys === true,
      };
    } catch (cause) {
      throw new SpoiltState(this.stateFile, { cause });
    }
  }

  async write(audited: AuditedState, url: string, auditedAt: Date): Promise<void> {
    const { vkey, checkpoint, hashes, seenAt, hasTrustedKeys } = audited;
    const state = {
      url,
      vkey,
      auditedAt: auditedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      hasTrustedKeys,
      checkpoint,
      hashes: hashes.map(encodeBase64),
    };
    await writeWhole(this.stateFile, `${JSON.stringify(state, null, 2)}\n`);
  }

  /** What was kept of a log that another one has followed stays beside it, under the name of its key. */
  async setAside(vkey: string): Promise<void> {
    const [name, keyId] = vkey.split('+');
    await rename(this.stateFile, this.stateFile.replace(/json$/, `${safe(name!)}-${keyId}.json`));
  }

  /** Keeps two notes that cannot both be true, in a form that a person can read. The same ones are kept once. */
  async keepEvidence(reason: string, notes: readonly string[]): Promise<string> {
    const text = [`${reason}\n`, ...notes].join('\n');
    const file = path.join(this.#evidence, `${hashOf(notes.join('\n'))}.txt`);
    await writeWhole(file, text);
    return file;
  }
}

/** Whole or not at all, and on disk when it returns. */
async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** @throws RangeError when it is none. */
function instantOf(text: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw new RangeError('not a time');
  return instant;
}

/** As a part of a file's name. */
function safe(name: string): string {
  return name.replace(/[^a-z0-9.-]/gi, '_');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
