import type { IntegrityCheck } from '../platform/upkeep/integrity-check.ts';
import { COUNTS_WRONG, CURRENT_VERSION_WRONG, READY_WITHOUT_READING, readFaults } from './document.sql.ts';

/** Codes of findings about documents. Their meanings never change. */
type DocumentFinding =
  /** A READY version has no reading. */
  | 'READING_MISSING'
  /** The current version of a document isn’t a READY version of it. */
  | 'CURRENT_VERSION_WRONG'
  /** The counts of a case differ from its documents. */
  | 'CASE_COUNTS_WRONG';

const FAULTS: Readonly<Record<DocumentFinding, { what: string; statement: string }>> = {
  READING_MISSING: { what: 'is READY, but has no stored text.', statement: READY_WITHOUT_READING },
  CURRENT_VERSION_WRONG: {
    what: 'has a current version that isn’t a READY version of it.',
    statement: CURRENT_VERSION_WRONG,
  },
  CASE_COUNTS_WRONG: {
    what: 'has counts of documents or bytes that differ from its documents.',
    statement: COUNTS_WRONG,
  },
};

/** Checks that READY versions have a reading, that current versions belong to their documents, and the counts of cases. */
export const documentsCheck: IntegrityCheck = {
  name: 'documents',
  async run({ ctx, found }) {
    const { em } = ctx.fork();
    for (const [kind, { what, statement }] of Object.entries(FAULTS)) {
      for (const row of await readFaults(em, statement))
        found({ kind, what: `${row} ${what}`, rows: [row], repair: null });
    }
    return true;
  },
};
