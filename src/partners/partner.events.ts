declare module '../platform/events/outbox.ts' {
  interface Events {
    'partners.token-issued': { partnerId: string; partnerTokenId: string };
    /** The old link expires when the overlap ends. */
    'partners.token-rotated': { partnerId: string; partnerTokenId: string; newPartnerTokenId: string };
    'partners.token-revoked': { partnerId: string; partnerTokenId: string };
  }
}

/** After each of these, cached links may be wrong. */
export const CHANGES_TOKENS = ['partners.token-rotated', 'partners.token-revoked'] as const;
