/** Names of a seal's files, as used on its page and in its instructions. */
export const FILE_NAMES = {
  artifact: 'artifact',
  bundle: 'seal.sigstore.json',
  signedBytes: 'pae.bin',
  signature: 'sig.der',
  publicKey: 'seal.pub.pem',
  timeStamp: 'sig.tsr',
  timeStampAuthorities: 'tsa-ca.pem',
  tlogProof: 'seal.tlog-proof',
  trust: 'trust.json',
  statuses: 'statuses.json',
  instructions: 'VERIFY.txt',
} as const;

/**
 * Form that ids must have to be used in file names. No other text of a seal is used there, because users paste file names into
 * commands.
 */
const PLAIN_ID = /^[a-z0-9_]{1,64}$/;

/** Names that get no seal id: the reader's own copy, and the trust file, which is the same for every seal. */
const SHARED: readonly string[] = [FILE_NAMES.artifact, FILE_NAMES.trust];

/**
 * File name under which to save a file of a seal, such as `SEAL_ID.sigstore.json`, so that files of several seals can be in one
 * folder. Returns the short name for the reader's copy and the trust file, and if the seal's id isn't safe in a file name.
 * @param name one of `FILE_NAMES`
 */
export function savedName(sealId: string, name: string): string {
  return SHARED.includes(name) || !PLAIN_ID.test(sealId) ? name : `${sealId}.${name.replace(/^seal\./, '')}`;
}
