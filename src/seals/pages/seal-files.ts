import type { VerifiedStamps } from '../../log/index.ts';
import type { Bundle } from '../../proof/bundle.ts';
import { encodeUtf8 } from '../../proof/bytes.ts';
import { FILE_NAMES, savedName } from '../../proof/file-names.ts';
import { formatTrust, type Trust } from '../../proof/trust.ts';
import { FILES_OF_SEAL, FILES_OF_TRUST, verifyInstructions } from '../../proof/verify-instructions.ts';

export interface SealFile {
  type: string;
  /** For the page: what it is and what reads it. */
  about: string;
}

/** What a holder can take away of a seal, by file name. Some seals lack some of them: those of the time stamp. */
export const SEAL_FILES: ReadonlyMap<string, SealFile> = new Map([
  [FILE_NAMES.bundle, { type: 'application/json', about: 'the seal: signed statement, place in the log, time stamp' }],
  [FILE_NAMES.trust, { type: 'application/json', about: 'the keys to judge it by; best kept from an earlier day' }],
  [FILE_NAMES.instructions, { type: 'text/plain', about: 'how to check this seal with openssl and sha256sum' }],
  [FILE_NAMES.tlogProof, { type: 'text/plain', about: 'its place in the log, in the form of c2sp.org/tlog-proof' }],
  [FILE_NAMES.signedBytes, { type: 'application/octet-stream', about: 'the bytes that are signed' }],
  [FILE_NAMES.signature, { type: 'application/octet-stream', about: 'the signature' }],
  [FILE_NAMES.publicKey, { type: 'application/x-pem-file', about: 'the key that signed' }],
  [FILE_NAMES.timeStamp, { type: 'application/timestamp-reply', about: 'the time stamp, RFC 3161' }],
  [
    FILE_NAMES.timeStampAuthorities,
    { type: 'application/x-pem-file', about: 'the certificates behind the time stamp' },
  ],
]);

/** Which file is meant, by its own name or by the one that it is saved under; null when a seal has none of that name. */
export function fileNamed(name: string, sealId: string): string | null {
  return [...SEAL_FILES.keys()].find((known) => name === known || name === savedName(sealId, known)) ?? null;
}

/** What the files of one seal are made of, each part only when it is asked for. */
export interface SealMaterial {
  bundle: Bundle;
  trust(): Promise<Trust>;
  stamps: VerifiedStamps;
  now: Date;
}

/** One file of a seal; null when the seal has none of that name. */
export async function fileOf(name: string, material: SealMaterial): Promise<Uint8Array | null> {
  const { bundle } = material;
  if (name === FILE_NAMES.trust) return encodeUtf8(formatTrust(await material.trust()));
  if (name === FILE_NAMES.instructions) {
    const trust = await material.trust();
    const stampedAt = await material.stamps.timeOf(bundle, trust.timeStampAuthorities, material.now);
    return encodeUtf8(verifyInstructions(bundle, trust, { stampedAt }));
  }
  const ofSeal = FILES_OF_SEAL[name];
  return ofSeal ? ofSeal(bundle) : (FILES_OF_TRUST[name]?.(bundle, await material.trust()) ?? null);
}
