import type { Capability } from '../platform/health/capability.ts';

/** Who may read what is measured. */
export function metricsCapabilities(hasToken: boolean): Capability[] {
  return [
    {
      name: 'prometheus',
      group: 'HOUSE',
      title: 'Metrics for Prometheus',
      variables: ['METRICS_TOKEN'],
      description: 'What is measured, at /metrics.',
      check: () =>
        hasToken
          ? { state: 'ON', detail: 'Whoever scrapes has a token of its own.', remedy: null }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'Only operators may read them.',
              remedy: 'Set a token for whoever scrapes.',
            },
    },
  ];
}
