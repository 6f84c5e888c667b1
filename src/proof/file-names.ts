/** Names of the files of a seal, as its page and its instructions speak of them. */
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

/** Form of ids. Nothing else of a seal gets into a file name, since names get into commands. */
const PLAIN_ID = /^[a-z0-9_]{1,64}$/;

/** Files that are the same for every seal. */
const SHARED: readonly string[] = [FILE_NAMES.artifact, FILE_NAMES.trust];

/**
 * Name that a file of a seal is saved under, such as `SEAL_ID.sigstore.json`: in a folder of downloads the files of several
 * seals stay apart. The short name for a seal whose id could not be in a name.
 * @param name one of `FILE_NAMES`
 */
export function savedName(sealId: string, name: string): string {
  return SHARED.includes(name) || !PLAIN_ID.test(sealId) ? name : `${sealId}.${name.replace(/^seal\./, '')}`;
}
