import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Places in documents that the answers of runs cite. */
export class RunCitations20261130120000 extends SteppedMigration {
  override name = 'RunCitations20261130120000';

  override steps(): Step[] {
    return [
      change(
        `create table "run_citations" ("run_id" varchar(255) not null primary key, "outcome" varchar(255) not null, "claims" jsonb not null);`,
      ),
    ];
  }
}
