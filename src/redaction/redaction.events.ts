declare module '../platform/events/outbox.ts' {
  interface Events {
    /** The names that are redacted for a customer have changed. The event never contains the names. */
    'redaction.names-set': { customerId: string };
  }
}

export const CHANGES_NAMES = 'redaction.names-set';
