declare module '../platform/events/outbox.ts' {
  interface Events {
    'customers.created': { customerId: string };
    /** Plan, caps, or whether it is suspended. */
    'customers.updated': { customerId: string };
    'customers.key-issued': { customerId: string; customerKeyId: string };
    /** Another one takes its place, and it ends when the overlap does. */
    'customers.key-rotated': { customerId: string; customerKeyId: string; newCustomerKeyId: string };
    'customers.key-revoked': { customerId: string; customerKeyId: string };
    /** Once for each month, cap and percentage; again if the cap is changed. Written by `settle_usage`. */
    'customers.cap-reached': {
      customerId: string;
      /** `YYYY-MM`, in UTC. */
      month: string;
      cap: 'SOFT' | 'HARD';
      percent: 80 | 100;
      capMicros: number;
      spentMicros: number;
    };
  }
}

/** After each of these, what processes remember of customers and keys is not to be relied on. */
export const CHANGES_ACCOUNTS = ['customers.updated', 'customers.key-rotated', 'customers.key-revoked'] as const;
