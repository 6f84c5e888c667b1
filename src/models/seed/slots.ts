import type { SlotEntry } from '../catalogue.ts';

/**
 * Twelve slots, each with its default deployment and fallbacks. The first fallback is from another vendor if possible, because an
 * outage can affect all models of a vendor.
 */
export const slots: readonly SlotEntry[] = [
  slot('deep-reasoning/evidence-chain', {
    purpose: 'Evidence chains, consistency checks and risk analysis before a draft is written.',
    preferred: 'openai/gpt-6.1-sol',
    alternates: ['anthropic/claude-opus-5-5', 'deepseek/deepseek-v4-pro'],
    economy: 'deepseek/deepseek-v4-pro',
  }),
  slot('deep-reasoning/synthesis', {
    purpose: 'Complex documents and careful synthesis, behind an approval gate.',
    preferred: 'anthropic/claude-opus-5-5',
    alternates: ['openai/gpt-6.1-sol', 'deepseek/deepseek-v4-pro'],
    economy: 'deepseek/deepseek-v4-pro',
  }),
  slot('deep-reasoning/long-reasoning', {
    purpose: 'Long reasoning at lower cost.',
    preferred: 'deepseek/deepseek-v4-pro',
    alternates: ['openai/gpt-6.1-sol'],
    economy: 'deepseek/deepseek-v4-pro',
  }),
  slot('human-phrasing/warm-tone', {
    purpose: 'A warm tone with clear boundaries and no sales pressure.',
    preferred: 'anthropic/claude-sonnet-5-5',
    alternates: ['mistral/mistral-large-2512'],
    economy: 'mistral/mistral-large-2512',
  }),
  slot('human-phrasing/bilingual-outbound', {
    purpose: 'Short outbound drafts in two languages, fast.',
    preferred: 'mistral/mistral-large-2512',
    alternates: ['anthropic/claude-sonnet-5-5'],
    economy: 'mistral/mistral-large-2512',
  }),
  slot('human-phrasing/local-draft', {
    purpose:
      "Drafting on the customer's own server with the customer's own key. No fallback: the text never leaves that server.",
    preferred: 'own/openai/gpt-oss-120b',
    alternates: [],
    economy: null,
  }),
  slot('case-scanning/wide-window', {
    purpose: 'Whole case files and archives, up to about two million tokens.',
    preferred: 'xai/grok-4.20-reasoning',
    alternates: ['google/gemini-3.8-flash'],
    economy: 'google/gemini-3.8-flash',
  }),
  slot('case-scanning/fast-scan', {
    purpose: 'Fast scans of long documents before drafting.',
    preferred: 'google/gemini-3.8-flash',
    alternates: ['openai/gpt-6-luna', 'google/gemini-4-hydrogen'],
    economy: 'openai/gpt-6-luna',
  }),
  slot('case-scanning/cited-retrieval', {
    purpose: 'Retrieval with sources: legislation, research.',
    preferred: 'perplexity/sonar-pro',
    alternates: ['perplexity/sonar-deep-research'],
    // The alternate isn't the economical choice, because its price is unknown.
    economy: 'perplexity/sonar-pro',
  }),
  slot('fast-execution/field-extraction', {
    purpose: "Fields and a summary of the structure, for a person's review.",
    preferred: 'openai/gpt-6-luna',
    alternates: ['deepseek/deepseek-v4-flash'],
    economy: 'openai/gpt-6-luna',
  }),
  slot('fast-execution/filter-classify', {
    purpose: 'Internal filtering and classification at high volume.',
    preferred: 'deepseek/deepseek-v4-flash',
    alternates: ['openai/gpt-6-luna'],
    economy: 'openai/gpt-6-luna',
  }),
  slot('fast-execution/redact-draft', {
    purpose: 'A first layer of redaction, and short drafts. Not final for the end customer.',
    preferred: 'anthropic/claude-haiku-5-5',
    alternates: ['openai/gpt-6-luna'],
    economy: 'openai/gpt-6-luna',
  }),
];

function slot(name: string, rest: Omit<SlotEntry, 'name' | 'cluster'>): SlotEntry {
  return { name, cluster: name.split('/')[0]!, ...rest };
}
