import type { Diagnosis } from '../platform/health/diagnosis.ts';
import { frozenReason } from './log-status.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** Finds a log in which nothing can be sealed. A log that doesn't exist yet isn't created. */
export function logDiagnosis(log: TransparencyLog): Diagnosis {
  return {
    name: 'log',
    good: 'the database continues the last published checkpoint',
    async find() {
      if ((await log.known({ opensFirst: false })) === null) return null;
      const reason = await frozenReason(log);
      if (reason === null) return null;
      return {
        detail: `the log is frozen, so nothing can be sealed: ${reason.replace(/\.$/, '')}`,
        advice:
          'If a backup was restored, restore the newest one, or run imprimatur succeed-log. docs/seal-keys.md describes both',
      };
    },
  };
}
