import { decodeBase64, decodeUtf8 } from '../../seals/proof/bytes.ts';
import { parseConsistencyProof } from '../../seals/proof/consistency-proof.ts';
import type { KeptCheckpoint } from '../../seals/proof/evidence.ts';
import { checkpointIn } from '../../seals/proof/kept-checkpoint.ts';
import { Malformed } from '../../seals/proof/malformed.ts';
import { statusBundlesIn } from '../../seals/proof/status-list.ts';

/** What the reader has given so far. */
export interface Given {
  /** The copy: a file, or a text that was pasted. */
  artifact: File | null;
  text: string | null;
  /** Base64, as the service answered it; empty when there is none. */
  salt: string;
  bundle: Source | null;
  trust: Source | null;
  /** Null when nobody was asked for any. */
  statuses: Source[] | null;
  /** Of the log, from earlier, in any of the files that hold one. */
  checkpoint: Source | null;
  /** That the tree of the checkpoint and the one of the seal are of one history. */
  consistency: Source | null;
}

/** A file of the reader's, or one that came with the page. */
export type Source = File | { name: string; text: string };

/** @throws {Unreadable} */
export async function bytesOf(source: Source): Promise<Uint8Array> {
  if (!(source instanceof File)) return new TextEncoder().encode(source.text);
  try {
    return new Uint8Array(await source.arrayBuffer());
  } catch (cause) {
    throw new Unreadable(`The browser cannot read ${source.name}: it was changed meanwhile, or is too large.`, {
      cause,
    });
  }
}

/** @throws {Unreadable} */
export async function bundlesOf(source: Source): Promise<(string | Uint8Array)[]> {
  return statusBundlesIn(await bytesOf(source));
}

/** @throws {Unreadable} */
export async function keptCheckpointOf({ checkpoint, consistency }: Given): Promise<KeptCheckpoint | undefined> {
  if (!checkpoint) return undefined;
  const [kept, proof] = [await bytesOf(checkpoint), consistency && (await bytesOf(consistency))];
  return {
    note: readable(checkpoint, 'no checkpoint, and no seal or proof that holds one', () => checkpointIn(kept)),
    consistency:
      proof && readable(consistency!, 'no consistency proof', () => parseConsistencyProof(decodeUtf8(proof))),
  };
}

function readable<T>({ name }: Source, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw new Unreadable(`${name} is ${what}: ${cause.message}.`, { cause });
  }
}

/** @throws {Unreadable} */
export function saltOf({ salt }: Given): Uint8Array | undefined {
  const written = salt.trim();
  if (written === '') return undefined;
  try {
    return decodeBase64(written);
  } catch (cause) {
    throw new Unreadable('The salt cannot be read. It is 44 characters of base64, as the service gave it.', { cause });
  }
}

/** Something that was given cannot be read, so there is nothing to say about the seal. The message is a sentence. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
