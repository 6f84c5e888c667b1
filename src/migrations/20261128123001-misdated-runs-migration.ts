import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** The milliseconds of an id are in the first ten of its last 26 digits, five bits in each. */
const MILLISECONDS = Array.from(
  { length: 10 },
  (_, digit) => `((strpos('${DIGITS}', substr(right(id, 26), ${digit + 1}, 1)) - 1)::bigint << ${5 * (9 - digit)})`,
).join(' | ');

/** Runs are selected by the time at which they began. Those whose ids have another time are written down. */
export class MisdatedRuns20261128123001 extends SteppedMigration {
  override name = 'MisdatedRuns20261128123001';

  override steps(): Step[] {
    return [
      change(
        `create table "misdated_run" ("run_id" varchar(255) not null, "started_at" timestamptz(3) not null, primary key ("run_id"));`,
        `create index "misdated_run_started_at_index" on "misdated_run" ("started_at");`,
        `create function "time_of_id"("id" text) returns timestamptz language sql immutable strict as $$
          select to_timestamp((${MILLISECONDS}) / 1000.0)
        $$;`,
        `create function "is_misdated"("id" text, "started_at" timestamptz) returns boolean language sql immutable strict as $$
          select started_at - time_of_id(id) not between interval '-1 minute' and interval '1 minute'
        $$;`,
        `create function "note_misdated_run"() returns trigger language plpgsql as $$
        begin
          insert into misdated_run (run_id, started_at) values (new.id, new.started_at) on conflict do nothing;
          return null;
        end
        $$;`,
      ),
      change(
        `create trigger "misdated" after insert on "run" for each row
          when (is_misdated(new.id, new.started_at)) execute function note_misdated_run();`,
      ),
      change(
        `insert into "misdated_run" ("run_id", "started_at")
          select "id", "started_at" from "run" where is_misdated("id", "started_at") on conflict do nothing;`,
      ),
    ];
  }
}
