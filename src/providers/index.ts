import type { CustomersApi } from '../customers/index.ts';
import { defineFeature } from '../feature.ts';
import { GuardedAddresses } from '../platform/http/guarded-addresses.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import { Calls } from './calls/calls.ts';
import { Circuits } from './calls/circuits.ts';
import { Connections } from './calls/connections.ts';
import { ModelRoutes } from './calls/model-routes.ts';
import { DeploymentAvailabilities } from './deployment-availability.ts';
import { KeyChecks } from './keys/key-checks.ts';
import { KeyHealth } from './keys/key-health.ts';
import { KnownKeys } from './keys/known-keys.ts';
import { ProviderKey } from './keys/provider-key.entity.ts';
import { ownProviderKeyPages, providerKeyPages } from './keys/provider-key.reads.ts';
import { OwnProviderKeyResolver, ProviderKeyResolver } from './keys/provider-key.resolver.ts';
import { ProviderKeyService } from './keys/provider-key.service.ts';
import { envelopedSample } from './keys/provider-key.sql.ts';
import { OwnServer } from './own-servers/own-server.entity.ts';
import { OwnServerResolver } from './own-servers/own-server.resolver.ts';
import { OwnServerService } from './own-servers/own-server.service.ts';
import { providerCapabilities } from './provider.capabilities.ts';
import { providerConfig } from './provider.config.ts';
import { measureCalls, providerMetrics } from './provider.metrics.ts';
import { providerNames } from './provider.names.ts';
import { providerProbes } from './provider.probes.ts';
import type { ProvidersApi } from './providers-api.ts';

export { canDetectSilence } from './calls/collecting/index.ts';
export { isRefusal } from './calls/refusals.ts';
export { sourceFactsOf, withSourceFacts } from './calls/source-facts.ts';
export { tokenUsageOf } from './calls/token-usage.ts';
export { sentenceOfWarning } from './calls/warning-sentence.ts';
export {
  CACHE_LIFETIMES,
  type CacheBreakpoint,
  hasBreakpoints,
  lifetimesIn,
  withBreakpoint,
} from './fitting/cache-breakpoints.ts';
export { fitted, simulated } from './fitting/fit.ts';
export * from './fitting/model-request.ts';
export {
  NOT_IN_DOCUMENTS,
  passageMessages,
  passageOfTitle,
  QUOTATION_LINE,
} from './fitting/passages.ts';
export * from './gen-ai-names.ts';
export { keyVariableOf } from './provider.capabilities.ts';
export * from './provider-failure.ts';
export * from './providers-api.ts';
export * from './request-failures.ts';
export { SIMULATED } from './sandbox/index.ts';

/** The feature: providers of models, their keys, their availability, and calls. */
export const providers = defineFeature({
  name: 'providers',
  names: providerNames,
  entities: [ProviderKey, OwnServer],
  tablePrivileges: { own_server: ['INSERT', 'UPDATE', 'DELETE'], provider_key: ['INSERT', 'UPDATE', 'DELETE'] },
  config: providerConfig,
  enveloped: [
    { table: 'provider_key', column: 'secret', context: 'id' },
    { table: 'own_server', column: 'secret', context: 'id' },
  ],
  compose({ config, database, encryption, limits, logger, telemetry }, { customers }: { customers: CustomersApi }) {
    const { providers, sandbox, sandboxTokensPerSecond, ownServerHosts } = config.of(providerConfig);
    const proxies = config.of(proxyConfig);
    const isSandboxOn = sandbox ?? config.demo;
    const keys = new KnownKeys(database, encryption);
    const addresses = new GuardedAddresses({ listed: ownServerHosts, listedIn: 'OWN_SERVER_HOSTS', proxies });
    const routes = new ModelRoutes({ providers, keys, addresses, proxies });
    const circuits = new Circuits();
    const health = new KeyHealth();
    const checks = new KeyChecks({ database, logger, health, keys, routes });
    const connections = new Connections(logger);
    const measure = measureCalls(telemetry);
    const calls = new Calls({
      routes,
      circuits,
      sandbox: { tokensPerSecond: sandboxTokensPerSecond },
      ended: (call, failure) => checks.ended(call, failure),
      measured: (...end) => {
        connections.ended(end[0], end[2]);
        measure(...end);
      },
    });
    const availabilities = new DeploymentAvailabilities({ providers, keys, health, circuits, isSandboxOn });
    const api: ProvidersApi = {
      availabilityOf: (account, catalogue) => availabilities.of(account, catalogue),
      call: (call) => calls.call(call),
      stream: (call) => calls.stream(call),
      draw: (call) => calls.draw(call),
      isSandboxOn,
    };
    const changed = () => {
      keys.forget();
      availabilities.forget();
    };
    const keyService = new ProviderKeyService({ customers, encryption, limits, routes, health, providers, changed });
    const keyResolver = new ProviderKeyResolver(keyService);
    const servers = new OwnServerResolver(
      new OwnServerService({ keys: keyService, addresses, encryption, routes, changed }),
    );
    return {
      api,
      resolvers: [keyResolver, new OwnProviderKeyResolver(keyService), servers],
      nodes: {
        providerKey: (ctx, id) => keyResolver.find(ctx, id),
        ownServer: (ctx, id) => servers.find(ctx, id),
      },
      reads: { providerKeys: providerKeyPages.compilable, ownProviderKeys: ownProviderKeyPages.compilable },
      capabilities: providerCapabilities({ providers, keys }),
      probes: providerProbes({ providers, keys, circuits, health, connections }),
      metrics: providerMetrics(circuits),
      encryptedSample: envelopedSample,
      close: async () => {
        await checks.stop();
        await routes.close();
      },
    };
  },
});
