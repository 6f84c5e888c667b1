/** A seal as GraphQL returns it. */
export interface Seal {
  id: string;
  sha256: string;
  sealedAt: string;
  logIndex: number;
  verificationUrl: string;
  bundleUrl: string;
}
