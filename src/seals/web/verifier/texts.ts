import { plural } from '../../../platform/text/plural.ts';
import type { SealAnswer } from '../../../proof/seal-result.ts';

/** The three answers, in the words of the page. */
const ANSWERS: Record<SealAnswer, string> = {
  VERIFIED: 'Verified',
  REVOCATION_NOT_CHECKED: 'Verified, revocation not checked',
  NOT_VERIFIED: 'Not verified',
};

/** Texts of the verifier, except the verdicts, which come from `src/proof`, since other programs use them as well. */
export const texts = {
  page: {
    title: 'Verify a seal',
    lead: 'This page compares a file or a text with its provenance seal. It is a single file that sends no requests and works offline. Save it together with the trust file.',
    noScript:
      'This page needs JavaScript. Without it, follow the seal’s file VERIFY.txt, which uses openssl and sha256sum.',
    nothingSent: 'Your files are hashed by this browser and never sent: this page isn’t allowed to contact any server.',
    plainHttp:
      'This page came over plain http, so it could have been changed in transit. For a reliable check, use a verifier saved to disk.',
    notChecked: 'Not checked yet.',
    checking: 'Checking on this machine.',
  },
  form: {
    file: 'The file',
    fileHint:
      'Choose files, or drop them anywhere on this page: copies, seals, the trust file and status lists together. Each is recognised by its content. Your files stay on your machine.',
    text: 'Or its text',
    textHint: 'A text field changes line ends. If you have the file, choose the file: only it has the exact bytes.',
    seal: 'The seal',
    sealHint: 'SEAL_ID.sigstore.json, from the page of the seal.',
    trust: 'The trust file',
    trustHint: 'trust.json, as you saved it, with the keys that your contract prints.',
    statuses: 'The status list',
    statusesHint:
      'SEAL_ID.statuses.json, downloaded today from the page of the seal. Shows if the seal was revoked or superseded.',
    checkpoint: 'A checkpoint of the log',
    checkpointHint:
      'A checkpoint you saved earlier, or any SEAL_ID.sigstore.json or SEAL_ID.tlog-proof. The log must still contain everything it contained then.',
    consistency: 'Consistency proof',
    consistencyHint:
      'Required if the log grew between the checkpoint and the seal. The result says where to download it.',
    salt: 'The salt of a private seal',
    saltHint: 'Base64, as the service returned it when the text was sealed.',
    defaultFile: 'Default: the file included in this page.',
    defaultStatements: 'Default: the list included in this page.',
    more: 'Salt, status list, a checkpoint',
    moreOnSealPage: 'Salt, or files that you saved',
    check: 'Check seal',
  },
  /** Names of inputs that aren’t files, such as pasted texts. */
  sources: {
    sealOfPage: 'the seal of this page',
    trustOfPage: 'the trust file that came with this page',
    statusOfPage: 'a status',
    textField: 'the text in the field',
  },
  input: {
    sealAndTrustMissing: 'Not checked yet: the seal and the trust file are missing.',
    sealMissing: 'Not checked yet: the seal is missing.',
    trustMissing: 'Not checked yet: the trust file is missing.',
    failedDownload: (name: string, kind: string) => `${name} seems to be ${kind}.`,
    broken: 'The check failed, so nothing was verified. Try again, or use another browser.',
    tooLarge: (name: string) =>
      `${name} is larger than one megabyte, so it doesn’t belong in this slot. Choose it as a copy.`,
    unreadable: (name: string) =>
      `The browser can’t read ${name}: it was changed or removed in the meantime. Choose it again.`,
    several: (count: number, kind: string, names: string) => `${count} ${kind} were chosen: ${names}. Choose only one.`,
    trustFiles: 'trust files',
    checkpoints: 'checkpoints',
    proofs: 'consistency proofs',
    badSalt: 'The salt isn’t valid base64. Enter the 44 characters that the service returned.',
  },
  notes: {
    comparedFile: (name: string, bytes: number) =>
      `Compared: the file ${name}, ${plural(bytes, { one: '# byte', other: '# bytes' })}.`,
    largeFile:
      'For files above 16 MB only the digest is compared: different line ends and hidden characters are not detected.',
    comparedText: 'Compared: the text in the field.',
    notCompared: (names: string) => `Not compared: ${names}. The text in the field was entered later.`,
    comparedWith: (source: string) => `Compared with: ${source}.`,
    comparedWithSeal: (source: string, sealId: string) => `Compared with: ${source}, which is the seal ${sealId}.`,
    otherSeal: 'If your copy belongs to another seal, choose that seal.',
    pastedText:
      'A text field turns every line end into a line feed, and copying from a screen can lose more. If you have the file, choose the file.',
    notSealOfPage: (sealId: string) => `The chosen seal is ${sealId}, not the seal of this page.`,
    proofNotUsed: (name: string) => `${name} was not used: it needs a checkpoint that you saved. Choose one.`,
    keysIn: (file: string) => `the keys in ${file}`,
    keysOf: (origin: string, file: string) => `the keys of ${origin}, in ${file}`,
    judged: (keys: string, fingerprint: string) => `Judged by ${keys}; the seal key’s fingerprint is ${fingerprint}.`,
    notJudged: (keys: string, fingerprints: string) =>
      `Judged by ${keys}; none of its seal keys signed this: ${fingerprints}.`,
    noKeys: 'it has none',
    statement: 'the statement',
    provenTime: (time: string, authority: string) =>
      `It existed at ${time}, according to ${authority} rather than the issuer.`,
    issuersTime: (time: string) => `The issuer’s own clock said ${time}`,
    systemsTime: (time: string) => `The sealing system’s clock said ${time}`,
    timeNotProven: (claim: string) => `${claim}; nothing proves the time.`,
    timeNotChecked: (claim: string) =>
      `${claim}. The browser can’t check the time stamp on a page over plain http. Use the verifier saved to disk.`,
  },
  result: {
    answers: ANSWERS,
    nothingChecked: 'Nothing was checked',
    checks: {
      digest: 'Your copy',
      signature: 'Signature',
      entry: 'Log entry',
      checkpoint: 'The log’s signature',
      inclusion: 'Place in the log',
      witnesses: 'Witnesses',
      timestamp: 'Time stamp',
      key: 'Seal key',
      status: 'Revocation',
    },
    statuses: { passed: 'passed', failed: 'failed', 'not-checked': 'not checked' },
    hiddenKinds: {
      BIDI_CONTROL: 'changes the reading direction',
      ZERO_WIDTH: 'has no width',
      BLANK: 'is a letter that looks like a space or is invisible',
      TAG: 'can spell hidden words',
      VARIATION: 'requests a variant of a character that has none, and can spell hidden words',
      LINE_BREAK: 'ends the line in some programs and not in others',
      ANNOTATION: 'hides words in some programs and not in others',
      CONTROL: 'is a control character',
    },
    nineChecks: 'The nine checks',
    copyAnswer: (answer: string) => `: ${answer.charAt(0).toLowerCase()}${answer.slice(1)}`,
    someVerified: (verified: number, total: number, others: string) =>
      `${plural(verified, { one: `# of ${total} files is`, other: `# of ${total} files are` })} verified. Not verified: ${others}.`,
    revocationOpen: (names: string) => ` Revocation not checked: ${names}.`,
    allVerified: (total: number) => `All ${total} files have exactly the sealed bytes, and their seals are valid.`,
    allVerifiedButRevocation: (total: number, names: string) =>
      `All ${total} files have exactly the sealed bytes, and their seals are valid, but it was not checked whether these seals were revoked: ${names}.`,
    allSame: (total: number) =>
      `All ${total} files have exactly the sealed bytes, but the keys don’t prove who sealed them.`,
    progress: 'Hashing your copy',
    hashing: 'Hashing ',
    percent: (percent: number) => ` … ${percent} %`,
    missingProof: 'Download the missing consistency proof, and choose it below the checkpoint: ',
    missingStatus: 'To check it, download the status list, and drop it here on the same day: ',
    reliesOn: (trusts: string) => `Relies on: ${trusts}`,
    signedStatement: 'Signed statement ',
    claimedStatement: 'Claimed statement ',
    byIssuer: 'by the issuer',
    notByIssuer: 'not proven to be by the issuer',
    seal: 'Seal',
    limits: 'Limits of this seal:',
    hidden: 'Hidden characters',
    hiddenHint: 'Your copy contains characters that can make it look different from its content.',
    hiddenMore: (count: number) => `Only the first ${count} are listed; there are more.`,
    hiddenItem: (kind: string, positions: string) => ` ${kind}, at character ${positions}`,
  },
  citations: {
    title: { DOCUMENT_VERSION: 'The document', ANSWER: 'The quotations', QUOTATION_REPORT: 'The quotations' },
    /** Answers for a valid seal of a citation file whose quotations aren’t checked. */
    open: {
      DOCUMENT_VERSION: 'Seal verified, document not compared',
      ANSWER: 'Seal verified, quotations not checked',
      QUOTATION_REPORT: 'Seal verified, quotations not checked',
    },
    refuted: 'The citation file is contradicted',
    sameVersion: (name: string) => `${name} is the sealed version.`,
    noDocument: 'Choose the document, or its extracted text, together with the citation file to compare it.',
    allProven: (count: number) =>
      plural(count, {
        one: 'The quotation that the file calls verified is in the documents, word by word.',
        other: 'All # quotations that the file calls verified are in the documents, word by word.',
      }),
    noneClaimed: 'The file calls no quotation verified.',
    someFailed: (failed: number, claimed: number) =>
      plural(failed, {
        one: `# of ${claimed} quotations that the file calls verified isn’t at its place.`,
        other: `# of ${claimed} quotations that the file calls verified aren’t at their places.`,
      }),
    someOpen: (open: number, claimed: number) =>
      `${open} of ${plural(claimed, { one: '# quotation', other: '# quotations' })} that the file calls verified couldn’t be checked.`,
    contradicted: 'The file contradicts itself.',
    textMissing: 'The extracted text of a cited document is missing.',
    quotingMissing: { ANSWER: 'The answer is missing.', QUOTATION_REPORT: 'The text that quotes is missing.' },
    addMissing: 'Choose them together with the citation file.',
    isText: (name: string, version: number) => `${name} is the extracted text of version ${version}.`,
    isFile: (name: string, version: number) =>
      `${name} is the file of version ${version}. This page can’t extract its text: choose the extracted text as well, or use the command line.`,
    results: {
      PASSED: 'at its place',
      FAILED: 'NOT at its place',
      NOT_CHECKED: 'not checked',
      NOT_CLAIMED: 'not claimed',
    },
    place: (version: number, start: number, end: number) => `version ${version}, characters ${start} to ${end}`,
    leavesOut: (words: string) => `Leaves out: ${words}`,
    notListed: (count: number) => plural(count, { one: '# more isn’t listed.', other: '# more aren’t listed.' }),
    notProof: 'The words are checked, not whether a statement follows from them.',
  },
};
