import type { IntegrityCheck } from '../platform/upkeep/integrity-check.ts';
import { documentDigest } from '../proof/document-digest.ts';
import { findVersionAfter } from './catalogue-version.sql.ts';

/** Checks that the version numbers of the catalogue have no gaps, and that each version matches its hash. */
export const catalogueCheck: IntegrityCheck = {
  name: 'catalogue',
  async run({ ctx, count, found, isOver }) {
    const { em } = ctx.fork();
    for (let known = 0; ; ) {
      if (isOver()) return false;
      // Reads one version at a time, because there are few versions, and each one is long.
      const row = await findVersionAfter(em, known);
      if (!row) return true;
      count('versions of the catalogue', 1);
      if (row.number !== known + 1) {
        const missing = known + 1 === row.number - 1 ? `${known + 1}` : `${known + 1} to ${row.number - 1}`;
        found({
          kind: 'CATALOGUE_VERSION_MISSING',
          what: `Version ${missing} of the catalogue is missing; the next one is ${row.number}.`,
          rows: [`catalogue_version ${row.id}`],
          repair: null,
        });
      }
      if (documentDigest(row.document) !== row.sha256) {
        found({
          kind: 'CATALOGUE_VERSION_CHANGED',
          what: `Version ${row.number} of the catalogue does not match its SHA-256.`,
          rows: [`catalogue_version ${row.id}`],
          repair: null,
        });
      }
      known = row.number;
    }
  },
};
