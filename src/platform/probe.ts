/** Something the service needs, and how to find out whether it is there. */
export interface Probe {
  /** As the health report names it. No host, no version. */
  name: string;
  /** Without it the service cannot do its work; one that is not required only degrades it. */
  required: boolean;
  /** @throws when it is away. Never costs money, never changes anything that stays. */
  probe(): Promise<void>;
}
