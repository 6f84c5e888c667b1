declare module '../platform/events/outbox.ts' {
  interface Events {
    /** Which names are redacted for a customer has changed. What they are stands in no event. */
    'redaction.names-set': { customerId: string };
  }
}

export const CHANGES_NAMES = 'redaction.names-set';
