import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ProviderName } from '../../models/index.ts';

/**
 * Options that make providers keep as little as possible. Other providers have no such setting per request; docs/retention.md
 * lists what each keeps.
 */
const OPTIONS: Readonly<Partial<Record<ProviderName, SharedV4ProviderOptions>>> = {
  openai: { openai: { store: false } },
  // The package uses the Responses API, which stores for 30 days by default.
  xai: { xai: { store: false } },
};

/** Adds the options that make the provider keep as little as possible. */
export function withRetentionOptions(
  provider: ProviderName,
  options: SharedV4ProviderOptions | undefined,
): { providerOptions?: SharedV4ProviderOptions } {
  const least = OPTIONS[provider];
  if (!least) return options ? { providerOptions: options } : {};
  const merged: SharedV4ProviderOptions = { ...options };
  for (const [name, settings] of Object.entries(least)) merged[name] = { ...merged[name], ...settings };
  return { providerOptions: merged };
}
