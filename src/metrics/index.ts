import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import { CredentialKind, type Principal } from '../platform/auth/principal.ts';
import { configFragment, optional } from '../platform/config/config.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { metricNames } from './metric.names.ts';
import { metricsCapabilities } from './metrics.capabilities.ts';
import { metricsMount } from './metrics-mount.ts';

const metricsConfig = configFragment(
  z.object({
    METRICS_TOKEN: optional(z.string().min(16)).describe(
      'Bearer token for reading /metrics. Operators can also read /metrics with their own credentials.',
    ),
  }),
  ({ METRICS_TOKEN }) => ({ scrapeToken: METRICS_TOKEN ?? null }),
);

/** Principal of a program that collects metrics. It may only read metrics. */
const SCRAPER: Principal = {
  actor: 'scraper',
  kind: 'OTHER',
  subjectId: null,
  onBehalfOf: null,
  credential: { kind: CredentialKind.BEARER, id: 'scraper' },
  permissions: new Set(['metrics:read']),
};

/**
 * Publishes metrics for Prometheus. The collector's token is checked without the database, so that metrics report a database
 * outage.
 */
export const metrics = defineFeature({
  name: 'metrics',
  names: metricNames,
  config: metricsConfig,
  compose(platform) {
    const { scrapeToken } = platform.config.of(metricsConfig);
    const digests = scrapeToken === null ? [] : [digestOf(scrapeToken)];
    return {
      api: {},
      capabilities: metricsCapabilities(scrapeToken !== null),
      mounts: [metricsMount(platform)],
      authenticators: [
        new SecretAuthenticator(
          () => digests,
          () => SCRAPER,
        ),
      ],
    };
  },
});
