import type { EntityManager } from '@mikro-orm/postgresql';
import type { Diagnosis } from '../platform/health/diagnosis.ts';
import type { ChainAnchors } from './anchors.ts';
import { ChainFrozen } from './chain-frozen.ts';

/** Finds a chain that doesn't continue the last anchor that this machine remembers. */
export function chainDiagnosis(anchors: ChainAnchors, newEntityManager: () => EntityManager): Diagnosis {
  return {
    name: 'chain',
    good: 'the chain of records continues the last anchor',
    async find() {
      try {
        await anchors.assertContinuous(newEntityManager());
        return null;
      } catch (error) {
        if (!(error instanceof ChainFrozen)) throw error;
        return {
          detail: `the chain of records isn’t anchored any more: ${error.reason.replace(/\.$/, '')}`,
          advice: 'Run imprimatur integrity --only chain. docs/log-export.md describes what to do',
        };
      }
    },
  };
}
