import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { decodeBase64, encodeBase64 } from '../../proof/bytes.ts';
import { type AuditedState, type AuditMemory, type Evidence, SpoiltState } from '../../proof/log-audit/audit-memory.ts';

/** What an auditor remembers, in files. By the address, as the log's name is what a log says of itself. */
export class AuditFolder implements AuditMemory {
  readonly place: string;
  readonly #evidence: string;

  /** @param prefix the log's address. */
  constructor(folder: string, prefix: string) {
    const name = `${safe(new URL(prefix).hostname)}-${hashOf(prefix).slice(0, 16)}`;
    this.place = path.resolve(folder, `${name}.json`);
    this.#evidence = path.resolve(folder, `${name}-evidence`);
  }

  /** Where it is when nothing else is said. Source: XDG Base Directory Specification. */
  static get usual(): string {
    const home = process.env.XDG_STATE_HOME || path.join(homedir(), '.local/state');
    return path.join(home, 'imprimatur/audit');
  }

  get beginAnew(): string {
    return `If it was replaced with notice, begin anew with another --state folder. See ${this.place}`;
  }

  async read(): Promise<AuditedState | null> {
    const text = await readFile(this.place, 'utf8').catch((cause: NodeJS.ErrnoException) => {
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
      throw this.spoilt(cause);
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
    await writeWhole(this.place, `${JSON.stringify(state, null, 2)}\n`);
  }

  /** Beside it. */
  async setAside(vkey: string): Promise<void> {
    const [name, keyId] = vkey.split('+');
    await rename(this.place, this.place.replace(/json$/, `${safe(name!)}-${keyId}.json`));
  }

  /** What convinces anybody, in a form that a person can read; of anything else, the state that stays says as much. */
  async keepEvidence({ isProof, reason, notes }: Evidence): Promise<string | null> {
    if (!isProof) return null;
    const text = [`${reason}\n`, ...notes].join('\n');
    const file = path.join(this.#evidence, `${hashOf(notes.join('\n'))}.txt`);
    await writeWhole(file, text);
    return file;
  }

  spoilt(cause?: unknown): SpoiltState {
    return new SpoiltState(`${this.place} is spoilt. Bring it back from a copy, or remove it to begin anew.`, {
      cause,
    });
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
