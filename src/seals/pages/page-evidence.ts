/** Id of the HTML element with the evidence for the verifier in a seal’s page. */
export const EVIDENCE_ID = 'evidence';

/** Files that a seal’s page contains for its verifier, identical to the page’s downloads. */
export interface PageEvidence {
  sealId: string;
  /** Public URL of the service that created the page. Stays the same in saved copies of the page. */
  publicUrl: string;
  /** `seal.sigstore.json` */
  bundle: string;
  /** `trust.json` */
  trust: string;
  /** Bundles of the seal’s later status changes, and the service’s signed statement of its status when the page was created. */
  statuses: string[];
}
