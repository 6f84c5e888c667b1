import { OWN_USE_ID } from '../customers/index.ts';
import { OperatorVisibleError, type Probe } from '../platform/health/probe.ts';
import type { Circuits } from './calls/circuits.ts';
import type { Connections } from './calls/connections.ts';
import type { KeyHealth } from './keys/key-health.ts';
import type { KnownKeys } from './keys/known-keys.ts';
import type { HostedProvider, ProviderSettings } from './provider.config.ts';
import { type CallCredential, CredentialSource } from './providers-api.ts';

export interface ProbesOptions {
  providers: Readonly<Record<HostedProvider, ProviderSettings>>;
  keys: KnownKeys;
  circuits: Circuits;
  health: KeyHealth;
  connections: Connections;
}

/**
 * Health of each provider that the service has a key or a base URL for, from the results of calls and checks of keys. Probes
 * send no requests of their own: a model's answer would cost money, and a list of models would prove little.
 */
export function providerProbes({ providers, keys, circuits, health, connections }: ProbesOptions): Probe[] {
  return (Object.keys(providers) as HostedProvider[]).map((provider) => {
    const kept = async () => (await keys.of(OWN_USE_ID)).service(provider);
    const { apiKey, isBaseUrlGiven } = providers[provider];
    return {
      name: provider,
      required: false,
      isUsed: async () => apiKey !== null || isBaseUrlGiven || (await kept()) !== null,
      isKnown: () =>
        circuits.ofService(provider).length > 0 ||
        health.hasRefused(provider) ||
        connections.failureReason(provider) !== null,
      probe: async () => {
        const credential: CallCredential = { source: CredentialSource.SERVICE, keyId: (await kept())?.id ?? null };
        if (health.isFailing(provider, credential)) throw new Error("The provider refuses the service's key.");
        const whyNone = connections.failureReason(provider);
        if (whyNone !== null) throw new OperatorVisibleError(`The provider can't be reached. ${whyNone}`);
        const paused = circuits.ofService(provider).filter(({ state }) => state === 'OPEN');
        if (paused.some(({ isLimited }) => isLimited)) throw new Error('The provider limits the rate of requests.');
        if (paused.length > 0) throw new Error('Calls to the provider failed too often recently.');
      },
    };
  });
}
