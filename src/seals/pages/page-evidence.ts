/** Id of the element in which a seal's page gives its verifier what it needs. */
export const EVIDENCE_ID = 'evidence';

/** What a seal's page holds for the verifier within it: the same files that it offers for download. */
export interface PageEvidence {
  sealId: string;
  /** Of the service that the page is from, wherever it was saved to. */
  publicUrl: string;
  /** `seal.sigstore.json` */
  bundle: string;
  /** `trust.json` */
  trust: string;
  /** Bundles of what became of the seal later, and what the service says of it as of when the page was made. */
  statuses: string[];
}
