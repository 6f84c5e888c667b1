declare module '../platform/events/outbox.ts' {
  interface Events {
    'customers.created': { customerId: string };
    /** Plan, name or caps of a customer changed, or the customer was suspended or resumed. */
    'customers.updated': { customerId: string };
    'customers.key-issued': { customerId: string; customerKeyId: string };
    /** A new API key replaced the old one, which expires when the overlap ends. */
    'customers.key-rotated': { customerId: string; customerKeyId: string; newCustomerKeyId: string };
    'customers.key-revoked': { customerId: string; customerKeyId: string };
    /**
     * Spending reached a percentage of a cap. Sent once per month, cap and percentage, and again after the cap was changed.
     * Written by the SQL function `settle_usage`.
     */
    'customers.cap-reached': {
      customerId: string;
      /** Month in UTC, as `YYYY-MM`. */
      month: string;
      cap: 'SOFT' | 'HARD';
      percent: 80 | 100;
      capMicros: number;
      spentMicros: number;
    };
  }
}

/** Events after which cached customers and keys may be outdated. */
export const CHANGES_ACCOUNTS = ['customers.updated', 'customers.key-rotated', 'customers.key-revoked'] as const;
