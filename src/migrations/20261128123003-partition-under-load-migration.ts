import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/**
 * The partition of a month is created while its runs are written. Rows come along in two steps: most of them beside the writers,
 * and those that were written meanwhile under a lock. Without it, one such row made the attachment fail.
 */
export class PartitionUnderLoad20261128123003 extends SteppedMigration {
  override name = 'PartitionUnderLoad20261128123003';

  override steps(): Step[] {
    return [
      change(
        `create or replace function "make_month_partition"("parent" text, "prefix" text, "at" timestamptz) returns boolean
        language plpgsql as $$
        declare
          month timestamp := date_trunc('month', at at time zone 'utc');
          name text := parent || '_' || to_char(month, 'YYYY_MM');
          first_id text := first_id_at(prefix, month at time zone 'utc');
          end_id text := first_id_at(prefix, (month + interval '1 month') at time zone 'utc');
          move text := format(
            'with moved as (delete from %I where id >= %L and id < %L returning *) insert into %I select * from moved',
            parent || '_default', first_id, end_id, name
          );
        begin
          if to_regclass(quote_ident(name)) is not null then return false; end if;
          execute format('create table %I (like %I including defaults including constraints)', name, parent);
          execute move;
          execute format('lock table %I in access exclusive mode', parent || '_default');
          execute move;
          execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first_id, end_id);
          return true;
        end
        $$;`,
      ),
    ];
  }
}
