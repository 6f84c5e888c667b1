/** A failure whose message operators may read in the capabilities report. The failure is logged like others. */
export class OperatorVisibleError extends Error {
  override readonly name = 'Told';
}

/** A dependency of the service, with the function that checks it. */
export interface Probe {
  /** Name of the dependency in the health report. No host, no version. */
  name: string;
  /** True if the service can't work without the dependency. If false, its failure only makes the service `degraded`. */
  required: boolean;
  /** Returns false if the installation doesn't use the dependency, so that the health report omits it. Default: true. */
  isUsed?(): Promise<boolean>;
  /** True if calls that change nothing still succeed in spite of this failure, so that `/readyz` passes. Default: false. */
  leavesReads?(error: unknown): boolean;
  /**
   * Returns false while the state of the dependency isn't known. Some dependencies aren't called by the probe, because a call
   * would cost money or depend on another company. Their state follows from the latest ordinary calls. Default: true.
   */
  isKnown?(): boolean;
  /** True if the reason of a failure is logged elsewhere. A failure that lasts for weeks would otherwise fill the server log. */
  isLoggedElsewhere?: boolean;
  /** Checks the dependency. @throws if it isn't available. Must not cost money or change anything permanently. */
  probe(): Promise<void>;
}
