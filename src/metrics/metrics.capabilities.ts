import type { ServiceCapability } from '../platform/health/capability.ts';

/** Capability that tells operators who can read metrics. */
export function metricsCapabilities(hasToken: boolean): ServiceCapability[] {
  return [
    {
      name: 'prometheus',
      group: 'SERVICE',
      title: 'Metrics for Prometheus',
      variables: ['METRICS_TOKEN'],
      description: 'Metrics at /metrics.',
      check: () =>
        hasToken
          ? { state: 'ON', detail: 'Operators and scrapers with the metrics token can read metrics.', remedy: null }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'Only operators can read metrics.',
              remedy: 'Set a token for the scraper.',
            },
    },
  ];
}
