declare module '../platform/events/outbox.ts' {
  interface Events {
    'partners.token-issued': { partnerId: string; partnerLinkId: string };
    /** The old link expires when the overlap ends. */
    'partners.token-rotated': { partnerId: string; partnerLinkId: string; newPartnerLinkId: string };
    'partners.token-revoked': { partnerId: string; partnerLinkId: string };
  }
}

/** After each of these, cached links may be wrong. */
export const CHANGES_TOKENS = ['partners.token-rotated', 'partners.token-revoked'] as const;
