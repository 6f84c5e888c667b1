import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { auditExport, parseTrust, statusBundlesIn, verifySeal } from '../../../src/proof/index.ts';
import { KEPT_RELEASES, keptOf, RELEASES_FOLDER } from './restore.ts';

/** What a release's service gave out to verify its seals, and when: a status list counts for one day. */
export interface KeptProofs {
  at: string;
  /** `trust.json` */
  trust: string;
  seals: KeptSealFiles[];
  /** Exports in JSON Lines by path, from releases that have them. */
  exports: Record<string, string>;
}

export interface KeptSealFiles {
  id: string;
  /** `seal.sigstore.json` */
  bundle: string;
  /** `statuses.json` */
  statuses: string;
  /** Size of the sealed bytes. */
  byteLength: number;
}

/** A seal of a release with its files, the sealed bytes and what a verifier has to say of it. */
export interface ReleasedSeal extends KeptSealFiles {
  release: string;
  /** The sealed bytes, or their digest for a picture. */
  copy: { text: string } | { artifact: ReleasedCopy };
  salt: Uint8Array | undefined;
  result: 'SAME_BYTES' | 'REVOKED' | 'SUPERSEDED';
  isStamped: boolean;
}

interface ReleasedCopy {
  byteLength: number;
  sha256: string;
  saltedSha256: null;
  bytes: null;
}

/** The functions of `src/proof/index.ts` that every release from 0.1.0 on has, and keeps as they are. */
export interface ReleasedVerifier {
  verifySeal: typeof verifySeal;
  parseTrust: typeof parseTrust;
  statusBundlesIn: typeof statusBundlesIn;
  auditExport: typeof auditExport;
}

export const PROOFS_FILE = 'proofs.json.gz';
export const VERIFIER_FILE = 'verifier.js.gz';

const fileOf = (release: string, name: string) => path.join(RELEASES_FOLDER, release, name);

/** Releases whose verifier is kept. */
export const VERIFIER_RELEASES = KEPT_RELEASES.filter((release) => existsSync(fileOf(release, VERIFIER_FILE)));

export function proofsOf(release: string): KeptProofs {
  return JSON.parse(gunzipSync(readFileSync(fileOf(release, PROOFS_FILE))).toString('utf8'));
}

export function sealsOf(release: string): ReleasedSeal[] {
  const kept = new Map(keptOf(release).seals.map((seal) => [seal.id, seal]));
  return proofsOf(release).seals.map((files) => {
    const { status, sha256, text, salt, isStamped } = kept.get(files.id)!;
    const artifact = { byteLength: files.byteLength, sha256, saltedSha256: null, bytes: null };
    return {
      ...files,
      release,
      copy: text === undefined ? { artifact } : { text },
      salt: salt === undefined ? undefined : new Uint8Array(Buffer.from(salt, 'base64')),
      result: status === 'REVOKED' || status === 'SUPERSEDED' ? status : 'SAME_BYTES',
      isStamped,
    };
  });
}

/** Loads the verifier of a release as it was released, with the packages that it was released with. */
export async function releasedVerifier(release: string): Promise<ReleasedVerifier> {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-verifier-'));
  try {
    const file = path.join(folder, `verifier-${release}.mjs`);
    writeFileSync(file, gunzipSync(readFileSync(fileOf(release, VERIFIER_FILE))));
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ReleasedVerifier;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
