import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bundle, formatBundle, signatureOf, signedBytes } from './bundle.ts';
import { encodeBase64, encodeUtf8, equalBytes } from './bytes.ts';
import { FILE_NAMES, savedName } from './file-names.ts';
import { formatVerifierKey } from './note.ts';
import { sealKeyId } from './public-key.ts';
import { parseSealStatement } from './statement.ts';
import { limitsOf, submitterLine } from './statement-facts.ts';
import { formatTlogProof } from './tlog-proof.ts';
import { logIdOf, logKeyOf, type Trust } from './trust.ts';

/**
 * What of a seal can be checked with openssl and the like, each made by itself; null when the seal lacks what would be in it.
 * The artifact is not among them, because whoever asks has it, and the trust file is not, because it comes another way.
 */
export const FILES_OF_SEAL: Readonly<Record<string, (bundle: Bundle) => Uint8Array | null>> = {
  [FILE_NAMES.bundle]: (bundle) => encodeUtf8(formatBundle(bundle)),
  [FILE_NAMES.signedBytes]: (bundle) => signedBytes(bundle),
  [FILE_NAMES.signature]: (bundle) => signatureOf(bundle),
  [FILE_NAMES.tlogProof]: ({ logEntry: { logIndex: index, inclusionProof } }) => {
    const { hashes, checkpoint } = inclusionProof;
    return encodeUtf8(formatTlogProof({ index, hashes, checkpoint }));
  },
  [FILE_NAMES.timeStamp]: ({ timeStamps }) => timeStamps[0] ?? null,
};

/** Likewise, those that take a trust file to make. */
export const FILES_OF_TRUST: Readonly<Record<string, (bundle: Bundle, trust: Trust) => Uint8Array | null>> = {
  [FILE_NAMES.publicKey]: (bundle, trust) => {
    const key = trust.sealKeys.find(({ publicKey }) => equalBytes(sealKeyId(publicKey), bundle.keyId));
    return key ? encodeUtf8(pem('PUBLIC KEY', key.publicKey)) : null;
  },
  [FILE_NAMES.timeStampAuthorities]: ({ timeStamps }, trust) => {
    const authorities = trust.timeStampAuthorities.flatMap(({ certificates }) => certificates);
    return timeStamps[0] ? encodeUtf8(authorities.map((der) => pem('CERTIFICATE', der)).join('')) : null;
  },
};

export interface InstructionsOptions {
  /** The time in the first time stamp; null when the seal has none. */
  stampedAt: Date | null;
}

/**
 * VERIFY.txt: how to check this one seal with tools that we did not write. Every line that begins with a dollar sign is a
 * command, and the line after it what has to come out.
 * @throws {MalformedProof} when the statement cannot be read.
 */
export function verifyInstructions(bundle: Bundle, trust: Trust, { stampedAt }: InstructionsOptions): string {
  const { subject, predicate } = parseSealStatement(bundle.envelope.payload);
  const { sha256 } = subject[0].digest;
  const names = savedNames(predicate.sealId);
  const log = trust.logs.find((candidate) => equalBytes(logIdOf(candidate), bundle.logEntry.logId));
  const sections = [
    `How to verify the seal ${printable(predicate.sealId)} yourself

Put these files into one folder, with the sealed file beside them under the name "${names.artifact}":
${names.bundle}, ${names.signedBytes}, ${names.signature}, ${names.publicKey}, ${names.tlogProof}${
      stampedAt ? `, ${names.timeStamp}, ${names.timeStampAuthorities}` : ''
    }.
Lines that begin with "$" are commands; the line below each is what has to come out.
sha256sum is of GNU coreutils; on a Mac, "shasum -a 256" does the same.${predicate.private ? SALTED : ''}`,
    `Is it the sealed file, byte for byte?

$ echo '${sha256}  ${names.artifact}' | sha256sum -c -
${names.artifact}: OK`,
    `Is that the digest that was signed?

$ grep -a -c -F '"subject":[{"digest":{"sha256":"${sha256}"}' ${names.signedBytes}
1`,
    `Is it the key you were told of? Compare with the contract, or with what you kept, not with this file alone.

$ openssl pkey -pubin -in ${names.publicKey} -outform DER | sha256sum
${bytesToHex(bundle.keyId)}  -`,
    `Did that key sign it?

$ openssl dgst -sha256 -verify ${names.publicKey} -signature ${names.signature} ${names.signedBytes}
Verified OK`,
    stampedAt
      ? stampSection(stampedAt, names)
      : 'When? This seal has no time stamp, so its time is the word of its issuer.',
    `Is it in the log?

${names.tlogProof} is a proof in the form of c2sp.org/tlog-proof, for whatever tool reads that form.${
      log ? `\nThe log's key: ${formatVerifierKey(logKeyOf(log))}` : ''
    }`,
    `All of it at once, without a network: open the verification page that you saved, and give it the
seal (${names.bundle}), the trust file and the sealed file. Or, with the program itself:

  imprimatur verify ${names.artifact} --seal ${names.bundle} --trust ${names.trust} --status ${names.statuses}

It exits with 0 for the sealed bytes under a seal that holds, and with 1 for anything else. It exits with 3 for the sealed
bytes when no trust file was named and one was found beside the file, because that doesn't show who sealed. It exits with 4
for the sealed bytes when --status was given and doesn't show that the seal is in force.


The source of ${names.trust} decides what this check is worth. Take it from the issuer's own site or from your contract, and
keep it. A trust file that came with the seal doesn't show who sealed: a forger of the seal can forge it as well.

${names.statuses}, from the page of the seal, says whether the seal was revoked or replaced, and as of when.
Get it on the day you need it: it shows for one day that a seal is in force. One without a time shows nothing, since a
revocation can have been removed from it.`,
    `Who handed it in, as the issuer says?

${printable(submitterLine(predicate))}`,
    `What the seal does not say

${limitsOf(predicate)
  .map((limit) => `- ${printable(limit)}`)
  .join('\n')}`,
  ];
  return `${sections.join('\n\n\n')}\n`;
}

const SALTED = `
The seal is private: the sealed file is the 32 bytes of its salt and then the text.`;

/** The certificates are looked at as they were when the stamp was made: they expire, the stamp does not. */
function stampSection(stampedAt: Date, names: SavedNames): string {
  const seconds = Math.floor(stampedAt.getTime() / 1000);
  const files = `-data ${names.signature} -in ${names.timeStamp} -CAfile ${names.timeStampAuthorities}`;
  return `When, at the latest? The time-stamp authority says: ${stampedAt.toISOString()}

$ openssl ts -verify ${files} -attime ${seconds}
Verification: OK

To read the stamp: openssl ts -reply -in ${names.timeStamp} -text`;
}

type SavedNames = Record<keyof typeof FILE_NAMES, string>;

function savedNames(sealId: string): SavedNames {
  const names = Object.entries(FILE_NAMES).map(([file, name]) => [file, savedName(sealId, name)]);
  return Object.fromEntries(names) as SavedNames;
}

function pem(label: string, der: Uint8Array): string {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** On one line and as it looks: nothing in a statement may pass for a command of this file. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
