/** Id of the HTML element with the evidence for the verifier in a seal’s page. */
export const EVIDENCE_ID = 'evidence';

/** Files that a seal’s page contains for its verifier, identical to the page’s downloads. */
export interface PageEvidence {
  sealId: string;
  /** Public URL of the service that created the page. Stays the same in saved copies of the page. */
  publicUrl: string;
  /** `seal.sigstore.json`: the signed statement of the seal, and the proof that the log contains it. */
  bundle: string;
  /** `trust.json`: the keys with which the seal can be verified. */
  trust: string;
  /** Bundles of the seal’s later status changes, and the service’s signed statement of its status when the page was created. */
  statuses: string[];
}
