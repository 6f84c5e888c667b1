import type { EntityManager } from '@mikro-orm/postgresql';
import { SealKey, type TimeStampAuthority } from '../log/index.ts';
import { type JobDefinition } from '../platform/jobs/job-definition.ts';
import { type JobQueue, TRIED_FOR_A_YEAR } from '../platform/jobs/job-queue.ts';
import { Seal } from './seal.entity.ts';
import { updateTimeStamp } from './seal.sql.ts';

const TIME_STAMP_JOB = 'seal.time-stamp';
/** It names the seal, so it goes soon after it is done: whoever erases a seal erases the last of it. */
const KEPT_WHEN_DONE_SECONDS = 3600;

interface TimeStampJob {
  sealId: string;
}

/** Has a seal's signature stamped. A seal does not wait for it, since an authority answers in its own time. */
export function timeStampJob(authority: Pick<TimeStampAuthority, 'stamp'>): JobDefinition<TimeStampJob> {
  return {
    name: TIME_STAMP_JOB,
    recorded: 'the seal, whose files have the stamp',
    // An authority may be away for long, and a contract with another one may take its time.
    ...TRIED_FOR_A_YEAR,
    keptWhenDoneSeconds: KEPT_WHEN_DONE_SECONDS,
    expireInSeconds: 60,
    concurrency: 2,
    async handle({ em, signal }, { sealId }) {
      const seal = await em.findOne(Seal, sealId);
      if (!seal || seal.timeStamp) return;
      const { response, at } = await authority.stamp(seal.signature, signal);
      const key = await em.findOneOrFail(SealKey, seal.keyId);
      // One from after the end of the key would speak against the seal: without it the time is merely not proven.
      const isLate = [key.validUntil, key.revokedAt].some((end) => end && at >= end);
      await updateTimeStamp(em, sealId, isLate ? null : Buffer.from(response));
    },
  };
}

/** Sends a job for each new seal, in the transaction that writes it. */
export function requestTimeStamps(queue: JobQueue) {
  return (em: EntityManager, sealIds: readonly string[]): Promise<void> =>
    queue.sendAll<TimeStampJob>(
      em,
      TIME_STAMP_JOB,
      sealIds.map((sealId) => ({ payload: { sealId }, owner: null })),
    );
}
