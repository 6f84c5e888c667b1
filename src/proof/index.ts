// API for verifiers outside the service: commands and pages. Importing this file loads nothing of the service.
export { auditExport, type ExportReport } from './audit-export.ts';
export { decodeBase64, decodeUtf8, withoutByteOrderMark } from './bytes.ts';
export { parseConsistencyProof } from './consistency-proof.ts';
export { type ArtifactCopy, readCopy } from './copy.ts';
export { type SavedCheckpoint, TimeStatus, type VerificationCheck } from './evidence.ts';
export { FileKind, readAs, WrongFileKind } from './file-kind.ts';
export { FILE_NAMES } from './file-names.ts';
export { MalformedInput } from './malformed-input.ts';
export { formatVerifierKey, parseVerifierKey, type VerifierKey, verifierKey } from './note.ts';
export { checkpointIn } from './saved-checkpoint.ts';
export { sealedDigestIn } from './sealed-digest.ts';
export { runFacts, submitterLine } from './statement-facts.ts';
export { statusBundlesIn } from './status-list.ts';
export { SALT_LENGTH } from './text.ts';
export { parseTrust, type Trust } from './trust.ts';
export { type TrustBasis, TrustProvenance } from './trust-basis.ts';
export { isIssuersWord, SealResult, type SealVerdict, verifySeal } from './verify.ts';
