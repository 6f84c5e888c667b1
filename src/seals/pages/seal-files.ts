import { type Bundle, signatureOf } from '../../proof/bundle.ts';
import { encodeUtf8 } from '../../proof/bytes.ts';
import { verifyTimeStamp } from '../../proof/time-stamp.ts';
import { formatTrust, type Trust } from '../../proof/trust.ts';
import { FILE_NAMES, verificationFiles, verifyInstructions } from '../../proof/verify-instructions.ts';

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

/** The files of one seal, by name. */
export async function filesOf(bundle: Bundle, trust: Trust, now: Date): Promise<ReadonlyMap<string, Uint8Array>> {
  const stamp = bundle.timeStamps[0];
  const stamped = stamp && (await verifyTimeStamp(stamp, signatureOf(bundle), trust.timeStampAuthorities, now));
  const stampedAt = stamped?.status === 'passed' ? stamped.at : null;
  return new Map([
    ...Object.entries(verificationFiles(bundle, trust)),
    [FILE_NAMES.trust, encodeUtf8(formatTrust(trust))],
    [FILE_NAMES.instructions, encodeUtf8(verifyInstructions(bundle, trust, { stampedAt }))],
  ]);
}
