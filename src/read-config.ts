import type { AnyFeature } from './feature.ts';
import { FEATURES } from './features.ts';
import {
  type Config,
  type ConfigFragment,
  type InspectedConfig,
  inspectConfig,
  loadConfig,
} from './platform/config/config.ts';
import { proxyConfig } from './platform/http/proxies.config.ts';
import { telemetryConfig } from './platform/telemetry/telemetry.config.ts';

/** The settings of the platform and of every feature. @throws ConfigError with every mistake */
export function readConfig(env: NodeJS.ProcessEnv = process.env, features: readonly AnyFeature[] = FEATURES): Config {
  return loadConfig(fragmentsOf(features), env);
}

/** What reading them would say and give, without anything being made. */
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
