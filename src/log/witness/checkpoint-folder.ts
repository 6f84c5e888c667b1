import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const LOCK = 'witness.lock';
const EVIDENCE = 'evidence';

/**
 * What a log was caught with. PROVEN is a split view by its own signatures: two trees of one size, or a larger tree with the
 * proof of what it began with. UNPROVEN is a larger tree that was merely not shown to continue the one before it; whoever has
 * the log's entries can tell whether it does.
 */
export const EvidenceKind = { PROVEN: 'proven', UNPROVEN: 'unproven' } as const;
export type EvidenceKind = (typeof EvidenceKind)[keyof typeof EvidenceKind];

// Of each log and kind. A log that signs more split views than these is known for what it is. A bad proof beside a good
// checkpoint anybody can make up, so the ones may not crowd out the others.
const MAX_EVIDENCE = 100;

/** Folders that this process holds: its own number in a lock file says nothing about who wrote it. */
const held = new Set<string>();

/**
 * What a witness remembers: the latest checkpoint it cosigned of each log, one file each.
 * Lose it and the witness would cosign anything once more; a witness without its folder has to be retired with its key.
 */
export class CheckpointFolder {
  readonly #folder: string;
  readonly #lock: string;
  readonly #queues = new Map<string, Promise<unknown>>();

  private constructor(folder: string, lock: string) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** @throws when another process works on the folder: two of them could roll each other back. */
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

  /** Runs one piece of work on an origin after the other, so that nothing changes between a check and its store. */
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

  /** The signed note stored last, or null when there never was one. */
  async read(origin: string): Promise<string | null> {
    return readFile(this.#fileOf(origin), 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null;
      throw cause;
    });
  }

  /**
   * Durable when it returns: after a power cut there is either the old note or the new one, whole.
   * @throws when the folder was taken over by another process.
   */
  async store(origin: string, note: string): Promise<void> {
    if (!(await this.#isHeld())) throw new Error(`${this.#folder}: another witness took this folder over.`);
    await writeWhole(this.#folder, this.#fileOf(origin), note);
  }

  /**
   * Keeps what a log was caught with, the first of it that came. The same is kept once.
   * @param evidence both notes, in a form that a person can read
   * @param id of the tree that it is about
   * @returns whether it is kept now and was not before
   */
  async keepEvidence(origin: string, kind: EvidenceKind, evidence: string, id: string): Promise<boolean> {
    const folder = join(this.#folder, EVIDENCE);
    const prefix = `${hashOf(origin)}-${kind}-`;
    const name = `${prefix}${hashOf(id)}.txt`;
    const kept = (await readdir(folder)).filter((file) => file.startsWith(prefix) && file.endsWith('.txt'));
    if (kept.includes(name) || kept.length >= MAX_EVIDENCE) return false;
    await writeWhole(folder, join(folder, name), evidence);
    return true;
  }

  /** Lets go of what was unproven: the tree has since been shown to continue what was seen. */
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

/** SHA-256, hex: an origin may hold slashes and dots, which have no business in a path. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

async function writeWhole(folder: string, file: string, content: string): Promise<void> {
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w', 0o600);
  await writeAndSync(handle, content);
  await rename(draft, file);
  const directory = await open(folder, 'r');
  await directory.sync().finally(() => directory.close());
}

async function writeAndSync(handle: FileHandle, content: string): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What the lock file holds: which process, and which of its turns, since numbers of processes come again. */
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
  throw new Error(`${folder}: another witness works on this folder. Stop it, or give this one a folder of its own.`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
