import { sql } from '../../../src/platform/database/database.ts';
import type { IntegrityCheck } from '../../../src/platform/upkeep/integrity-check.ts';

/** A note must be filed for its author. */
export const noteCheck: IntegrityCheck = {
  name: 'notes',
  async run({ ctx: { em }, count, found }) {
    const rows = await sql<{ id: string; isWrong: boolean }>(
      em,
      `select id, filed_for <> written_by as "isWrong" from note where filed_for is not null`,
    );
    count('notes', rows.length);
    for (const { id } of rows.filter(({ isWrong }) => isWrong)) {
      found({
        kind: 'NOTE_FILED_WRONGLY',
        what: `${id} was filed for another principal.`,
        rows: [`note ${id}`],
        repair: null,
      });
    }
    return true;
  },
};
