// What a verifier outside the service needs: commands and pages import from here, and load nothing of the service by it.
export { auditExport, type ExportReport } from './audit-export.ts';
export { decodeBase64, decodeUtf8, withoutByteOrderMark } from './bytes.ts';
export { parseConsistencyProof } from './consistency-proof.ts';
export { type Copy, readCopy } from './copy.ts';
export { type Check, type KeptCheckpoint, TimeStatus } from './evidence.ts';
export { FileKind, OtherFile, readAs } from './file-kind.ts';
export { FILE_NAMES } from './file-names.ts';
export { type Judge, WhoseTrust } from './judge.ts';
export { checkpointIn } from './kept-checkpoint.ts';
export { Malformed } from './malformed.ts';
export { formatVerifierKey, parseVerifierKey, type VerifierKey, verifierKey } from './note.ts';
export { sealedDigestIn } from './sealed-digest.ts';
export { runFacts, submitterLine } from './statement-facts.ts';
export { statusBundlesIn } from './status-list.ts';
export { SALT_LENGTH } from './text.ts';
export { parseTrust, type Trust } from './trust.ts';
export { isIssuersWord, SealResult, type Verdict, verifySeal } from './verify.ts';
