import { type DeploymentEntry, ProviderName, type Retention, RetentionKind } from './catalogue.ts';

/** Day on which the vendors' pages were read. */
const READ = '2026-11-24';

/**
 * Data that each provider keeps of a request, with the settings that this service sends. docs/retention.md has the table in
 * words.
 */
const BY_PROVIDER: Readonly<Record<ProviderName, Retention>> = {
  openai: {
    kind: RetentionKind.LOGS,
    days: 30,
    setting: 'store: false',
    note: 'Logs for detecting abuse. Without the setting an answer can also be retrieved for 30 days.',
    source: 'developers.openai.com, guides/your-data',
    checkedAt: READ,
  },
  anthropic: {
    kind: RetentionKind.LOGS,
    days: 30,
    setting: null,
    note: 'Content that was flagged is kept for up to 2 years. No setting per request; a contract can exclude retention.',
    source: 'privacy.claude.com, how long data is stored',
    checkedAt: READ,
  },
  google: {
    kind: RetentionKind.LOGS,
    days: 55,
    setting: null,
    note: 'For detecting abuse. No setting per request; the API that stores conversations is not used.',
    source: 'ai.google.dev, gemini-api/docs/usage-policies',
    checkedAt: READ,
  },
  mistral: {
    kind: RetentionKind.LOGS,
    days: 30,
    setting: null,
    note: 'No setting per request; the account can ask for zero retention. The period is from a secondary page.',
    source: 'docs.mistral.ai and a secondary page',
    checkedAt: READ,
  },
  xai: {
    kind: RetentionKind.LOGS,
    days: 30,
    setting: 'store: false',
    note: 'Audit copies, unless the account has zero retention. Without the setting an answer can also be retrieved for 30 days.',
    source: 'docs.x.ai, security FAQ',
    checkedAt: READ,
  },
  deepseek: {
    kind: RetentionKind.UNKNOWN,
    days: null,
    setting: null,
    note: 'No period is published. A cache on disk is always on.',
    source: 'api-docs.deepseek.com, guides/kv_cache',
    checkedAt: READ,
  },
  perplexity: {
    kind: RetentionKind.NOTHING,
    days: 0,
    setting: null,
    note: 'Billing data only.',
    source: 'docs.perplexity.ai, privacy and security',
    checkedAt: READ,
  },
  own: {
    kind: RetentionKind.OWN_SERVER,
    days: null,
    setting: null,
    note: null,
    source: null,
    checkedAt: null,
  },
  embedded: { kind: RetentionKind.NOTHING, days: 0, setting: null, note: null, source: null, checkedAt: null },
};

/** Retention of a deployment: as the catalogue says, otherwise as the provider's pages say. */
export function retentionOf({ provider, retention }: Pick<DeploymentEntry, 'provider' | 'retention'>): Retention {
  const known = BY_PROVIDER[provider];
  return retention ? { ...retention, setting: known.setting } : known;
}

/**
 * Retention with a customer's own key: the customer's contract with the provider decides. Nothing changes for the customer's own
 * server.
 */
export function retentionWithOwnKey(provider: ProviderName): Retention {
  const known = BY_PROVIDER[provider];
  if (provider === ProviderName.OWN) return known;
  return { ...known, kind: RetentionKind.OWN_ACCOUNT, days: null, note: null, source: null, checkedAt: null };
}
