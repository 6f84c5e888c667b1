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
import { unknownMembersSentence } from './unknown-members.ts';

/**
 * Files for verifying a seal with openssl and other tools, by file name, each with a function that creates the content. Null if
 * the seal lacks the content. The reader already has the sealed file, and the trust file must come from another source.
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

/** Files for verifying a seal that are created from the trust file as well. */
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
  /** Time in the first time stamp. Null if the seal has none. */
  stampedAt: Date | null;
}

/**
 * Content of VERIFY.txt: how to verify a seal with independent tools. Every line that starts with a dollar sign is a command; the
 * line after it is the expected output.
 * @throws {MalformedProof} if the statement is unreadable
 */
export function verifyInstructions(bundle: Bundle, trust: Trust, { stampedAt }: InstructionsOptions): string {
  const { subject, predicate, unknownMembers } = parseSealStatement(bundle.envelope.payload);
  const { sha256 } = subject[0].digest;
  const names = savedNames(predicate.sealId);
  const log = trust.logs.find((candidate) => equalBytes(logIdOf(candidate), bundle.logEntry.logId));
  const sections = [
    `How to verify the seal ${printable(predicate.sealId)} yourself

Put these files into one folder, together with the sealed file under the name "${names.artifact}":
${names.bundle}, ${names.signedBytes}, ${names.signature}, ${names.publicKey}, ${names.tlogProof}${
      stampedAt ? `, ${names.timeStamp}, ${names.timeStampAuthorities}` : ''
    }.
Lines that start with "$" are commands; the line below each is the expected output.
sha256sum is part of GNU coreutils; on a Mac, use "shasum -a 256" instead.${predicate.private ? SALTED : ''}`,
    `Is it the sealed file, byte for byte?

$ echo '${sha256}  ${names.artifact}' | sha256sum -c -
${names.artifact}: OK`,
    `Is its digest the signed one?

$ grep -a -c -F '"subject":[{"digest":{"sha256":"${sha256}"}' ${names.signedBytes}
1`,
    `Is the key the one you expect? Compare the digest with your contract or your own records, not only with this file.

$ openssl pkey -pubin -in ${names.publicKey} -outform DER | sha256sum
${bytesToHex(bundle.keyId)}  -`,
    `Did that key sign it?

$ openssl dgst -sha256 -verify ${names.publicKey} -signature ${names.signature} ${names.signedBytes}
Verified OK`,
    stampedAt
      ? stampSection(stampedAt, names)
      : 'When? This seal has no time stamp, so its time is only claimed by its issuer.',
    `Is it in the log?

${names.tlogProof} is a proof in the format c2sp.org/tlog-proof, for any tool that reads it.${
      log ? `\nThe log's key: ${formatVerifierKey(logKeyOf(log))}` : ''
    }`,
    `All checks at once, offline: open the verification page that you saved, and choose the
seal (${names.bundle}), the trust file and the sealed file. Or use the command line:

  imprimatur verify ${names.artifact} --seal ${names.bundle} --trust ${names.trust} --status ${names.statuses}

The exit code is 0 for the sealed bytes under a valid seal, and 1 for anything else. It is 3 for the sealed bytes if
--trust was missing and a trust file was found next to the file, which doesn't prove who sealed. It is 4 for the sealed
bytes if --status was given and doesn't prove that the seal is in force.


The source of ${names.trust} decides what this check is worth. Get it from the issuer's own site or from your contract, and
keep it. A trust file that came with the seal doesn't prove who sealed: a forger of the seal can forge it as well.`,
    `Was it revoked or superseded?

The commands above can't tell. The verification page and the command line can, with ${names.statuses}, the status list from
the page of the seal. Download it on the day you need it: it proves for one day that a seal is in force. An older list, or
one without a date, doesn't prove it, because a revocation could be missing from it. The answer is one of three:

- Verified: the sealed bytes under a valid seal, which is in force.
- Verified, revocation not checked: the same, but without a status list of today that is readable and about this seal.
- Not verified: anything else.`,
    `Who submitted it, according to the issuer?

${printable(submitterLine(predicate))}`,
    ...(unknownMembers
      ? [
          `Does it say more?

${printable(unknownMembersSentence(unknownMembers, 'the statement'))}`,
        ]
      : []),
    `What the seal does not say

${limitsOf(predicate)
  .map((limit) => `- ${printable(limit)}`)
  .join('\n')}`,
  ];
  return `${sections.join('\n\n\n')}\n`;
}

const SALTED = `
The seal is private: the sealed file is the 32 bytes of its salt followed by the text.`;

/**
 * How to verify the time stamp. Certificates are checked as of the time of the stamp, because they expire and the stamp doesn't.
 */
function stampSection(stampedAt: Date, names: SavedNames): string {
  const seconds = Math.floor(stampedAt.getTime() / 1000);
  const files = `-data ${names.signature} -in ${names.timeStamp} -CAfile ${names.timeStampAuthorities}`;
  return `Latest time of sealing, according to the time-stamp authority: ${stampedAt.toISOString()}

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

/** Puts a text on one line without control characters, so that no text of a statement can pass for a command of this file. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
