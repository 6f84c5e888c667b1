import type { IntegrityCheck } from '../platform/upkeep/integrity-check.ts';
import { documentDigest } from '../proof/document-digest.ts';
import { findVersionAfter } from './catalogue-version.sql.ts';

/** What runs were decided by is what was published: each version hashes to what it says, and none is missing. */
export const catalogueCheck: IntegrityCheck = {
  name: 'catalogue',
  async run({ ctx, count, found, isOver }) {
    const { em } = ctx.fork();
    for (let known = 0; ; ) {
      if (isOver()) return false;
      // One at a time: there are few, and each is long.
      const row = await findVersionAfter(em, known);
      if (!row) return true;
      count('versions of the catalogue', 1);
      if (row.number !== known + 1) {
        const missing = known + 1 === row.number - 1 ? `${known + 1}` : `${known + 1} to ${row.number - 1}`;
        found({
          kind: 'CATALOGUE_VERSION_MISSING',
          what: `The catalogue has no version ${missing}, and has ${row.number}.`,
          rows: [`catalogue_version ${row.id}`],
          repair: null,
        });
      }
      if (documentDigest(row.document) !== row.sha256) {
        found({
          kind: 'CATALOGUE_VERSION_CHANGED',
          what: `Version ${row.number} of the catalogue does not hash to what it says.`,
          rows: [`catalogue_version ${row.id}`],
          repair: null,
        });
      }
      known = row.number;
    }
  },
};
