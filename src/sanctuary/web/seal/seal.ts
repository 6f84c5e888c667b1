/** A seal as the graph tells of it. */
export interface Seal {
  id: string;
  sha256: string;
  sealedAt: string;
  logIndex: number;
  verificationUrl: string;
  bundleUrl: string;
}
