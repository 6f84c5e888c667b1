/** A failure whose message is shown to operators who look at what the service can do, and logged as the others are. */
export class OperatorVisibleError extends Error {
  override readonly name = 'Told';
}

/** Something the service needs, and how to find out whether it is there. */
export interface Probe {
  /** As the health report names it. No host, no version. */
  name: string;
  /** Without it the service cannot do its work; one that is not required only degrades it. */
  required: boolean;
  /** Whether it is used at all; one that is not stands in no report. Left out: it is. */
  isUsed?(): Promise<boolean>;
  /**
   * Whether there is anything to go by. Left out: there is. For what is not asked for the report's sake, since asking costs
   * money or is a stranger's to answer: it is told by what it did for callers.
   */
  isKnown?(): boolean;
  /** True if the reason of a failure is logged elsewhere: a state that lasts for weeks would fill the log at each report. */
  isLoggedElsewhere?: boolean;
  /** @throws when it is away. Never costs money, never changes anything that stays. */
  probe(): Promise<void>;
}
