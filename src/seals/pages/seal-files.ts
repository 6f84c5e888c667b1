import type { VerifiedStamps } from '../../log/index.ts';
import type { Bundle } from '../../proof/bundle.ts';
import { encodeUtf8 } from '../../proof/bytes.ts';
import { FILE_NAMES, savedName } from '../../proof/file-names.ts';
import { formatTrust, type Trust } from '../../proof/trust.ts';
import { FILES_OF_SEAL, FILES_OF_TRUST, verifyInstructions } from '../../proof/verify-instructions.ts';
import { texts } from './texts.ts';

export interface SealFile {
  type: string;
  /** Description of the file on the seal’s page. */
  about: string;
}

/**
 * Downloadable files of a seal, by file name. Seals without a time stamp lack the files of the time stamp and of its authorities.
 */
export const SEAL_FILES: ReadonlyMap<string, SealFile> = new Map([
  [FILE_NAMES.bundle, { type: 'application/json', about: texts.files.bundle }],
  [FILE_NAMES.trust, { type: 'application/json', about: texts.files.trust }],
  [FILE_NAMES.instructions, { type: 'text/plain', about: texts.files.instructions }],
  [FILE_NAMES.tlogProof, { type: 'text/plain', about: texts.files.tlogProof }],
  [FILE_NAMES.signedBytes, { type: 'application/octet-stream', about: texts.files.signedBytes }],
  [FILE_NAMES.signature, { type: 'application/octet-stream', about: texts.files.signature }],
  [FILE_NAMES.publicKey, { type: 'application/x-pem-file', about: texts.files.publicKey }],
  [FILE_NAMES.timeStamp, { type: 'application/timestamp-reply', about: texts.files.timeStamp }],
  [FILE_NAMES.timeStampAuthorities, { type: 'application/x-pem-file', about: texts.files.timeStampAuthorities }],
]);

/** The original name of a file, from that name or the name of its download. Null if seals have no such file. */
export function fileNamed(name: string, sealId: string): string | null {
  return [...SEAL_FILES.keys()].find((known) => name === known || name === savedName(sealId, known)) ?? null;
}

/** Data from which the files of one seal are created. The trust file is created only when needed. */
export interface SealMaterial {
  bundle: Bundle;
  trust(): Promise<Trust>;
  stamps: VerifiedStamps;
  now: Date;
}

/** Content of one file of a seal. Null if the seal has no file with this name. */
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
