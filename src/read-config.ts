import type { AnyFeature } from './feature.ts';
import { FEATURES } from './features.ts';
import type { Config, ConfigFragment } from './platform/config/config.ts';
import { type InspectedConfig, inspectConfig, loadConfig } from './platform/config/load-config.ts';
import { proxyConfig } from './platform/http/proxies.config.ts';
import { telemetryConfig } from './platform/telemetry/telemetry.config.ts';

/** Reads the settings of the platform and of the given features from the environment. @throws ConfigError with all mistakes */
export function readConfig(env: NodeJS.ProcessEnv = process.env, features: readonly AnyFeature[] = FEATURES): Config {
  return loadConfig(fragmentsOf(features), env);
}

/** Reads the settings from the environment and reports mistakes. Creates no files, such as those for secrets. */
export function inspectSettings(env: NodeJS.ProcessEnv = process.env): InspectedConfig {
  return inspectConfig(fragmentsOf(FEATURES), env);
}

function fragmentsOf(features: readonly AnyFeature[]): ConfigFragment<unknown>[] {
  const ofFeatures = features.flatMap(({ config, settings = [] }) => [
    ...(config ? [config] : []),
    ...settings.map(({ start }) => start),
  ]);
  return [telemetryConfig, proxyConfig, ...ofFeatures];
}
