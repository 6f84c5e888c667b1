/** A failure whose message operators may read in the report on capabilities. It is logged like other failures. */
export class OperatorVisibleError extends Error {
  override readonly name = 'Told';
}

/** A dependency of the service and its check. */
export interface Probe {
  /** Name in the health report. No host, no version. */
  name: string;
  /** True if the service can't work without it. Otherwise its failure only degrades the service. */
  required: boolean;
  /** False if it isn't used, so that the report omits it. Default: true. */
  isUsed?(): Promise<boolean>;
  /**
   * False if its state isn't known. For dependencies that aren't probed, because that would cost money or depend on another
   * party: their state follows from the calls of callers. Default: true.
   */
  isKnown?(): boolean;
  /** True if the reason is logged elsewhere. A state that lasts for weeks would otherwise fill the log. */
  isLoggedElsewhere?: boolean;
  /** @throws if the dependency isn't available. Must not cost money or change anything permanently. */
  probe(): Promise<void>;
}
