import { plural } from '../../platform/text/plural.ts';

/** Texts of the public page of a seal. Parameters are HTML; texts without parameters are plain text. */
export const texts = {
  titles: {
    inForce: (id: string) => `Seal ${id}`,
    revoked: (id: string) => `Revoked: seal ${id}`,
    superseded: (id: string) => `Superseded: seal ${id}`,
  },
  heading: 'Provenance seal',
  notice: {
    revoked: (author: string, time: string) => `This seal was revoked${author}${time}.`,
    superseded: (author: string, time: string) => `This seal was superseded${author}${time}.`,
    at: (time: string) => ` on ${time}`,
    notPublished: 'The log has not published this yet.',
    replacedBy: (seal: string) => `Replaced by: ${seal}`,
    replacedByErased: (seal: string) => `Replaced by: ${seal}, which no longer exists here`,
    revokedAdvice: 'Do not rely on it. You can still verify below that these bytes were sealed at that time.',
    supersededAdvice:
      'It is not the newest version. You can still verify below that these bytes were sealed at that time.',
  },
  picture: {
    preview: 'Smaller preview.',
    covered: (original: (text: string) => string, width: number, height: number, bytes: number, mediaType: string) =>
      `The seal covers the bytes of ${original('the original')}: ${width} × ${height} pixels, ${byteCount(bytes)}, ${mediaType}.`,
    purged: (time: string) =>
      `The sealed picture was erased from this service on ${time}. Its digest remains: existing copies can still be checked below.`,
  },
  check: {
    title: 'Check your copy',
    onlyYours: (emphasis: (text: string) => string, byHand: (text: string) => string) =>
      `This page shows the record. Whether ${emphasis('your')} copy is the sealed one can only be checked on your own machine: ${byHand('check by hand')}.`,
    withScripts: 'With JavaScript, this page checks it in your browser.',
  },
  record: {
    title: 'Record',
    source: 'the operator’s statement',
    lead: 'The operator of this site states this. Check your copy above to verify that the statement is signed and logged.',
    status: 'Status',
    timeStamp: 'Time stamp',
    hasTimeStamp: 'by an authority; the check shows its name and the time',
    noTimeStamp: 'none: the time is not proven',
    log: 'Log',
    logEntry: (index: number, entries: number) =>
      `entry ${index}, proven in the tree of ${plural(entries, { one: '# entry', other: '# entries' })}`,
    statement: 'the statement',
    statuses: {
      SEALED: () => 'in force: neither revoked nor superseded',
      PENDING_TIMESTAMP: () => 'in force; its time stamp is pending',
      SUPERSEDED: (strong: (text: string) => string) => `${strong('superseded')}: replaced by a newer seal`,
      REVOKED: (strong: (text: string) => string) => strong('revoked'),
    },
    revoked: (author: string, time: string, reason: string) => `Revoked${author} on ${time}: ${reason}`,
    superseded: (author: string, time: string, reason: string) => `Superseded${author} on ${time}: ${reason}`,
    supersededBy: (author: string, time: string, seal: string, reason: string) =>
      `Superseded${author} on ${time}; replaced by ${seal}: ${reason}`,
    byUnknown: ' by an unrecorded person',
  },
  citations: {
    DOCUMENT_VERSION: {
      title: 'Document version',
      lead: 'This seal is of the digests of one version of a document. It has neither the name nor the text of the document.',
    },
    ANSWER: {
      title: 'Citations of an answer',
      lead: 'This seal is of the places that an answer cites in documents. It has no words of the answer or of the documents. That the words are there was checked, not that they prove the statement.',
    },
    QUOTATION_REPORT: {
      title: 'Quotation report',
      lead: 'This seal is of the result of looking up each quotation of a text in documents. It has no words of the text or of the documents.',
    },
    outcome: 'Result',
    outcomes: {
      SUPPORTED: 'every statement has a verified quotation',
      PARTLY_SUPPORTED: 'some statements have a verified quotation',
      UNSUPPORTED: 'no statement has a verified quotation',
      NOT_IN_DOCUMENTS: 'the model found no answer in the documents',
    },
    statements: 'Statements',
    supported: (supported: number, all: number) => `${supported} of ${all} with a verified quotation`,
    quotations: 'Quotations',
    verified: (verified: number, all: number) => `${verified} of ${all} verified`,
    textSha256: { ANSWER: 'SHA-256 of the answer', QUOTATION_REPORT: 'SHA-256 of the text', DOCUMENT_VERSION: '' },
    rules: 'Rules',
    quotationAt: (start: number, end: number) => `Quotation at characters ${start} to ${end}`,
    statementAt: (start: number, end: number) => `For the statement at characters ${start} to ${end}`,
    verifiedBy: (tier: string) => `verified, ${tier}`,
    statuses: {
      ALTERED: 'altered: the document has similar words',
      NOT_FOUND: 'not found in the documents',
      TOO_SHORT: 'too short to be checked',
      TOO_REPETITIVE: 'not checked, because the documents repeat the words too often',
      CUT_OFF: 'not checked, because the answer was cut off within it',
      NOT_CHECKED: 'not checked',
    },
    place: (version: number, start: number, end: number) => `at characters ${start} to ${end} of version ${version}`,
    notListed: (count: number) =>
      plural(count, { one: 'The file has # more quotation.', other: 'The file has # more quotations.' }),
    version: (number: number) => `Version ${number}`,
    versionsNotListed: (count: number) =>
      plural(count, { one: 'The file has # more version.', other: 'The file has # more versions.' }),
    erased:
      'Erased: the service no longer has this version. Its digests remain, so existing copies can still be checked.',
    fileSha256: 'SHA-256 of the file',
    size: 'Size',
    bytes: (count: number) => byteCount(count),
    mediaType: 'Media type',
    extractedSha256: 'SHA-256 of the extracted text',
    textLength: 'Extracted text',
    characters: (count: number) => plural(count, { one: '# character', other: '# characters' }),
    extractor: 'Extracted by',
    check: {
      DOCUMENT_VERSION:
        'Get the citation file from the owner of the seal. Choose it above together with the document, or check it with this command:',
      ANSWER:
        'Get the citation file and the answer from the owner of the seal. Choose them above together with the extracted texts of the documents, and each quotation is checked offline. This command also takes the documents themselves:',
      QUOTATION_REPORT:
        'Get the citation file and the text from the owner of the seal. Choose them above together with the extracted texts of the documents, and each quotation is checked offline. This command also takes the documents themselves:',
    },
    command: (kind: 'DOCUMENT_VERSION' | 'ANSWER' | 'QUOTATION_REPORT') =>
      `imprimatur verify citations.json --trust trust.json --document your-document${kind === 'DOCUMENT_VERSION' ? '' : ' --quoting your-text.txt'}`,
  },
  byHand: {
    title: 'Check by hand',
    lead: 'Hash your copy on your own machine:',
    yourFile: 'your-file',
    salt: 'the salt',
    mustPrint: (digest: string) => `must print ${digest}`,
    useFile:
      'Use the file. A text copied from a screen rarely has the same bytes, because line ends and accents can be encoded in several ways.',
    instructions: (file: string) =>
      `${file} has the openssl commands to check who signed this digest and where it is in the log.`,
  },
  files: {
    title: 'Files',
    lead: 'Save these files to check the seal at any time, even if this site no longer exists.',
    bundle: 'seal: signed statement, log entry, time stamp',
    trust: 'keys for checking the seal; prefer a copy that you saved earlier',
    instructions: 'how to check this seal with openssl and sha256sum',
    tlogProof: 'inclusion proof in the format of c2sp.org/tlog-proof',
    signedBytes: 'signed bytes',
    signature: 'signature',
    publicKey: 'public key of the signature',
    timeStamp: 'time stamp, RFC 3161',
    timeStampAuthorities: 'certificates of the time stamp',
    statuses: 'signed status list: shows for one day after the download whether the seal is in force',
    verifier: 'verifier as one file that works offline',
    verifierDigest: (command: string) => `digest of the verifier, for ${command}`,
    verifierDigestSealed: (command: string, seal: (text: string) => string) =>
      `digest of the verifier, for ${command}; ${seal('its own seal')}`,
    trustedRoot: 'log and time-stamp authorities, in the format of Sigstore’s tools',
    logKey: 'key of the log, in the format of C2SP’s tools',
    tlogPolicy: 'logs, and witnesses whose cosignatures to require, in the format of C2SP’s tools',
  },
  fingerprints: {
    title: 'Fingerprints',
    lead: 'A site that forges a seal also forges its keys. Compare these with your contract, or with a copy that you saved.',
    log: 'Log',
    unknownLog: 'not in the trust file',
    logFingerprint: 'Log fingerprint',
    logKey: 'Log key',
    sealKey: 'Seal key',
    qrCode: 'QR code of the link to this page',
    digestBegins: (digits: string) => `SHA-256 begins with ${digits}`,
  },
  limits: {
    title: 'Limits of this seal',
    notQualified: 'Is not a qualified electronic seal.',
    noTimeStamp: 'Does not prove when it was created: it has no time stamp.',
    stampNotQualified: 'Does not say whether the time-stamp authority is a qualified one.',
  },
  verifier: {
    title: 'Verifier',
    about: 'check a seal; works offline when saved',
  },
};

function byteCount(count: number): string {
  return plural(count, { one: '# byte', other: '# bytes' });
}
