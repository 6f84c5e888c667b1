import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeDurably } from '../../platform/storage/durable-file.ts';

const LOCK = 'witness.lock';
const EVIDENCE = 'evidence';

/**
 * Kinds of evidence against a log. PROVEN: its own signatures show two histories, as two trees of one size, or as a larger tree
 * with a proof that it begins differently. UNPROVEN: a larger tree without proof that it continues the previous one; anyone with
 * the log's entries can check that.
 */
export const EvidenceKind = { PROVEN: 'proven', UNPROVEN: 'unproven' } as const;
export type EvidenceKind = (typeof EvidenceKind)[keyof typeof EvidenceKind];

// Maximum number of stored pieces of evidence per log and kind. More of them prove nothing new. The kinds have separate limits,
// because anyone can combine a bad proof with a good checkpoint, which must not displace proven evidence.
const MAX_EVIDENCE = 100;

/**
 * Folders that this process has locked. A lock file with the id of this process can come from an earlier process with the same
 * id.
 */
const held = new Set<string>();

/**
 * State of a witness: the last checkpoint of each log that it cosigned, one file each. A witness that loses its folder would
 * cosign anything again, so its operator must stop using it and its key.
 */
export class CheckpointFolder {
  readonly #folder: string;
  readonly #lock: string;
  readonly #queues = new Map<string, Promise<unknown>>();

  private constructor(folder: string, lock: string) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Opens and locks the folder. @throws if another process uses it, because two processes could overwrite newer checkpoints */
  static async open(path: string): Promise<CheckpointFolder> {
    const folder = resolve(path);
    await mkdir(join(folder, EVIDENCE), { recursive: true, mode: 0o700 });
    return new CheckpointFolder(folder, await lock(folder));
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#queues.values());
    held.delete(this.#folder);
    if (await this.#isHeld()) await rm(join(this.#folder, LOCK));
  }

  /** Runs one `work` at a time per log, so that nothing changes between its check and its write. */
  async inTurn<Result>(origin: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(origin) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#queues.set(origin, turn);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(origin) === turn) this.#queues.delete(origin);
    }
  }

  /** Last cosigned checkpoint of the log, as a signed note. Null if none is stored. */
  async read(origin: string): Promise<string | null> {
    return readFile(this.#fileOf(origin), 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null;
      throw cause;
    });
  }

  /**
   * Stores the last cosigned checkpoint. Atomic and durable: after a power failure, either the old or the new one is intact.
   * @throws if another process took over the folder
   */
  async store(origin: string, note: string): Promise<void> {
    if (!(await this.#isHeld()))
      throw new Error(`${this.#folder}: another witness uses this folder now. Give each witness its own folder.`);
    await writeDurably(this.#fileOf(origin), note, `${this.#fileOf(origin)}.draft`);
  }

  /**
   * Stores evidence against a log, each piece only once and at most a fixed number.
   * @param evidence both signed notes, in readable form
   * @param id id of the tree
   * @returns true if it was stored now; false if it was stored before or the limit is reached
   */
  async keepEvidence(origin: string, kind: EvidenceKind, evidence: string, id: string): Promise<boolean> {
    const folder = join(this.#folder, EVIDENCE);
    const prefix = `${hashOf(origin)}-${kind}-`;
    const name = `${prefix}${hashOf(id)}.txt`;
    const kept = (await readdir(folder)).filter((file) => file.startsWith(prefix) && file.endsWith('.txt'));
    if (kept.includes(name) || kept.length >= MAX_EVIDENCE) return false;
    await writeDurably(join(folder, name), evidence);
    return true;
  }

  /** Deletes the unproven evidence about a tree, after the log has proven that this tree continues the previous one. */
  async dropUnproven(origin: string, id: string): Promise<void> {
    await rm(join(this.#folder, EVIDENCE, `${hashOf(origin)}-${EvidenceKind.UNPROVEN}-${hashOf(id)}.txt`), {
      force: true,
    });
  }

  async #isHeld(): Promise<boolean> {
    return (await readFile(join(this.#folder, LOCK), 'utf8').catch(() => null)) === this.#lock;
  }

  #fileOf(origin: string): string {
    return join(this.#folder, `${hashOf(origin)}.checkpoint`);
  }
}

/** SHA-256 of a text, hex. Used in paths, because a log's name can contain slashes and dots. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

async function writeAndSync(handle: FileHandle, content: string): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the lock file. Returns its content: the process id and a random id, because process ids are reused. */
async function lock(folder: string): Promise<string> {
  const file = join(folder, LOCK);
  const content = `${process.pid} ${randomUUID()}\n`;
  for (let tries = 0; tries < 2; tries++) {
    try {
      await writeAndSync(await open(file, 'wx', 0o600), content);
      held.add(folder);
      return content;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    }
    const pid = Number.parseInt(await readFile(file, 'utf8'), 10);
    if (held.has(folder) || (pid !== process.pid && isAlive(pid))) break;
    await rm(file, { force: true });
  }
  throw new Error(`${folder}: another witness is using this folder. Stop it, or use a separate folder.`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
