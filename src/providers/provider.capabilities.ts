import { OWN_USE_ID } from '../customers/index.ts';
import type { ProviderName } from '../models/index.ts';
import type { ServiceCapability } from '../platform/health/capability.ts';
import type { KnownKeys } from './keys/known-keys.ts';
import type { HostedProvider, ProviderSettings } from './provider.config.ts';

/** Names of providers, and prefixes of the environment variables that their SDK packages read. */
const NAMES: Readonly<Record<HostedProvider, readonly [title: string, variables: string]>> = {
  openai: ['OpenAI', 'OPENAI'],
  anthropic: ['Anthropic', 'ANTHROPIC'],
  deepseek: ['DeepSeek', 'DEEPSEEK'],
  mistral: ['Mistral', 'MISTRAL'],
  xai: ['xAI', 'XAI'],
  google: ['Google', 'GOOGLE_GENERATIVE_AI'],
  perplexity: ['Perplexity', 'PERPLEXITY'],
};

/** Environment variable with the service's key for a provider. Null for providers that take no key of the service. */
export function keyVariableOf(provider: ProviderName): string | null {
  return provider in NAMES ? `${NAMES[provider as HostedProvider][1]}_API_KEY` : null;
}

export interface ProviderCapabilitiesOptions {
  providers: Readonly<Record<HostedProvider, ProviderSettings>>;
  keys: KnownKeys;
}

/** One capability for each hosted provider. */
export function providerCapabilities({ providers, keys }: ProviderCapabilitiesOptions): ServiceCapability[] {
  return (Object.keys(providers) as HostedProvider[]).map((name) => providerCapability(name, providers[name], keys));
}

function providerCapability(
  name: HostedProvider,
  { apiKey, isBaseUrlGiven }: ProviderSettings,
  keys: KnownKeys,
): ServiceCapability {
  const [title, variables] = NAMES[name];
  return {
    name,
    group: 'PROVIDERS',
    title,
    connection: name,
    screen: '/admin/gateway/keys',
    description: 'Models of this provider, in the slots of the catalogue.',
    variables: [`${variables}_API_KEY`, `${variables}_BASE_URL`],
    check: async () => {
      const isKept = (await keys.of(OWN_USE_ID)).service(name) !== null;
      if (!isKept && apiKey === null && !isBaseUrlGiven) {
        return { state: 'NOT_CONFIGURED', detail: 'No key is set for this provider.', remedy: 'Set a key.' };
      }
      const key = isKept ? 'Key from the back office' : apiKey === null ? 'No key' : 'Key from the environment';
      return {
        state: 'ON',
        detail: isBaseUrlGiven ? `${key}. Requests go to the configured server instead of the provider.` : `${key}.`,
        remedy: null,
      };
    },
  };
}

declare module '../platform/health/capability.ts' {
  interface CapabilityGroups {
    PROVIDERS: true;
  }
}
