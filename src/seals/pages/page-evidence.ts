/** Id of the element with the evidence for the verifier in a seal’s page. */
export const EVIDENCE_ID = 'evidence';

/** Files for the verifier in a seal’s page, identical to the page’s downloads. */
export interface PageEvidence {
  sealId: string;
  /** Public URL of the service that created the page, also in saved copies. */
  publicUrl: string;
  /** `seal.sigstore.json` */
  bundle: string;
  /** `trust.json` */
  trust: string;
  /** Bundles of later status changes, and the service’s signed statement on the status when the page was created. */
  statuses: string[];
}
