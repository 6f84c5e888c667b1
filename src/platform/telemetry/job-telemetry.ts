import type { JobRun } from '../jobs/job-definition.ts';
import { DURATION_BUCKETS } from './scope.ts';
import type { Telemetry } from './telemetry.ts';

/** Returns a function that measures each run of a job. A job with three attempts counts three times. */
export function measureJobs({ meter }: Telemetry): (ran: JobRun) => void {
  const duration = meter.createHistogram('imprimatur.job.duration', {
    unit: 's',
    description: 'Duration of background jobs, per attempt.',
    advice: { explicitBucketBoundaries: DURATION_BUCKETS },
  });
  return ({ name, isDone, durationMs }) =>
    duration.record(durationMs / 1000, {
      'imprimatur.job.name': name,
      'imprimatur.outcome': isDone ? 'done' : 'failed',
    });
}
