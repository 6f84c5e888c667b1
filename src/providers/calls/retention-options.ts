import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ProviderName } from '../../models/index.ts';

/**
 * What providers are sent so that they keep the least. Those that are left out have no setting for a request:
 * docs/retention.md has what each keeps.
 */
const OPTIONS: Readonly<Partial<Record<ProviderName, SharedV4ProviderOptions>>> = {
  openai: { openai: { store: false } },
  // The Responses API, which the package speaks, stores for 30 days unless it is told not to.
  xai: { xai: { store: false } },
};

/** The options of a call with those that make its provider keep the least. */
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
