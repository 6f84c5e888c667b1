import type { EntityManager } from '@mikro-orm/postgresql';
import { SealKey, type TimeStampAuthority } from '../log/index.ts';
import { type JobDefinition } from '../platform/jobs/job-definition.ts';
import { type JobQueue, TRIED_FOR_A_YEAR } from '../platform/jobs/job-queue.ts';
import { Seal } from './seal.entity.ts';
import { updateTimeStamp } from './seal.sql.ts';

const TIME_STAMP_JOB = 'seal.time-stamp';
/** Seconds until a finished job is deleted. It contains the seal's id, and an erased seal must leave nothing behind. */
const KEPT_WHEN_DONE_SECONDS = 3600;

interface TimeStampJob {
  sealId: string;
}

/** Job that requests a time stamp for a seal's signature. A job is used because the authority can take long to respond. */
export function timeStampJob(authority: Pick<TimeStampAuthority, 'stamp'>): JobDefinition<TimeStampJob> {
  return {
    name: TIME_STAMP_JOB,
    recorded: 'the seal, whose files include the stamp',
    // A time stamp authority can be unavailable for long, and operators may need time to change to another one.
    ...TRIED_FOR_A_YEAR,
    keptWhenDoneSeconds: KEPT_WHEN_DONE_SECONDS,
    expireInSeconds: 60,
    concurrency: 2,
    async handle({ em, signal }, { sealId }) {
      const seal = await em.findOne(Seal, sealId);
      if (!seal || seal.timeStamp) return;
      const { response, at } = await authority.stamp(seal.signature, signal);
      const key = await em.findOneOrFail(SealKey, seal.keyId);
      // A time stamp from after the end of the seal key would count against the seal. Without a time stamp, the time is only
      // unproven.
      const isLate = [key.validUntil, key.revokedAt].some((end) => end && at >= end);
      await updateTimeStamp(em, sealId, isLate ? null : Buffer.from(response));
    },
  };
}

/**
 * Returns a function that creates, for each new seal, the job that requests its time stamp. Called in the transaction that
 * writes the seals.
 */
export function requestTimeStamps(queue: JobQueue) {
  return (em: EntityManager, sealIds: readonly string[]): Promise<void> =>
    queue.sendAll<TimeStampJob>(
      em,
      TIME_STAMP_JOB,
      sealIds.map((sealId) => ({ payload: { sealId }, owner: null })),
    );
}
