/** A seal, with the fields that the page's GraphQL operations read. */
export interface Seal {
  id: string;
  sha256: string;
  sealedAt: string;
  logIndex: number;
  verificationUrl: string;
  bundleUrl: string;
}
