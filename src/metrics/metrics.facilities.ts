import type { Facility } from '../platform/health/facility.ts';

/** Who may read what is measured. */
export function metricsFacilities(hasToken: boolean): Facility[] {
  return [
    {
      name: 'prometheus',
      group: 'HOUSE',
      title: 'Metrics for Prometheus',
      variables: ['METRICS_TOKEN'],
      description: 'What is measured, at /metrics.',
      look: () =>
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
