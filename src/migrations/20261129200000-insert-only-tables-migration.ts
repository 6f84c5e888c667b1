import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/**
 * Protects tables whose rows stay against statements that change or delete them. Three functions create and delete the months of
 * runs with the privileges of the tables' owner, so that the service's account needs none.
 */
export class InsertOnlyTables20261129200000 extends SteppedMigration {
  override name = 'InsertOnlyTables20261129200000';

  override steps(): Step[] {
    return [
      change(REFUSE_REMOVAL),
      ...INSERT_ONLY.map(([table, commands]) => change(guard(table, 'insert_only', commands, 'refuse_change'))),
      ...KEPT.map(([table, commands]) => change(guard(table, 'rows_stay', commands, 'refuse_removal'))),
      change(MAKE_RUN_MONTH, LOCK_RUN_MONTH, DROP_RUN_MONTH, ...FUNCTIONS.flatMap(asOwner)),
    ];
  }
}

type Guarded = readonly (readonly [table: string, commands: string])[];

const INSERT_ONLY: Guarded = [
  // Triggers on the partitioned tables don't fire for the functions below, which use the partitions.
  ['attempt', 'update or delete or truncate'],
  ['baseline_record', 'update or delete or truncate'],
  ['disclaimer', 'update or delete or truncate'],
  ['evidence_baseline', 'update or delete or truncate'],
  ['purged_asset', 'update or delete or truncate'],
];

/** Tables with columns that change. */
const KEPT: Guarded = [
  ['approval', 'delete or truncate'],
  ['decision_key', 'delete or truncate'],
  ['decision_key_endorsement', 'delete or truncate'],
  ['log_state', 'delete or truncate'],
  ['publish_request', 'delete or truncate'],
  ['run', 'delete or truncate'],
  // The owner of a seal can erase it.
  ['seal', 'truncate'],
  ['seal_key', 'delete or truncate'],
  ['seal_status', 'truncate'],
];

const REFUSE_REMOVAL = `create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'the rows of the table % stay', tg_table_name using errcode = 'insufficient_privilege';
end
$$;`;

const guard = (table: string, name: string, commands: string, refusal: string) =>
  `create trigger "${name}" before ${commands} on "${table}" for each statement execute function ${refusal}();`;

// The names of tables are made here and not by the caller. The older functions, which take any table, stay for processes of the
// previous release; they run with the caller's privileges.
const MAKE_RUN_MONTH = `create function "make_run_month"("parent" text, "month" text) returns boolean
language plpgsql as $$
declare
  prefix text := case parent when 'run' then 'run' when 'attempt' then 'att' end;
begin
  if prefix is null or month !~ '^[0-9]{4}-[0-9]{2}$' then return false; end if;
  return make_month_partition(parent, prefix, (month || '-01')::timestamp at time zone 'utc');
end
$$;`;

const LOCK_RUN_MONTH = `create function "lock_run_month"("month" text) returns void
language plpgsql as $$
declare
  parent text;
  name text;
begin
  if month !~ '^[0-9]{4}-[0-9]{2}$' then return; end if;
  foreach parent in array array['run', 'attempt'] loop
    name := parent || '_' || replace(month, '-', '_');
    if to_regclass(quote_ident(name)) is not null then
      execute format('lock table %I in share row exclusive mode', name);
    end if;
  end loop;
end
$$;`;

// Runs before attempts, as their writer locks them, and both before their partitions.
const DROP_RUN_MONTH = `create function "drop_run_month"("month" text) returns void
language plpgsql as $$
begin
  if not exists (
    select from chain_act
    where record->>'act' = 'RETENTION' and record->>'of' = 'RUN' and record->>'month' = drop_run_month.month
  ) then
    raise exception 'the deletion of the runs of % is not in the chain of records', month using errcode = 'insufficient_privilege';
  end if;
  lock table only run, only attempt in access exclusive mode;
  perform drop_month_partition('run', month);
  perform drop_month_partition('attempt', month);
end
$$;`;

const FUNCTIONS = ['make_run_month(text, text)', 'lock_run_month(text)', 'drop_run_month(text)'];

/**
 * A function that runs with the privileges of its owner. Its search path is fixed, because the caller's could lead it to other
 * tables; `pg_temp` comes last, because it would come first if it were left out. The schema comes first, because tables are created
 * in it.
 */
const asOwner = (name: string) => [
  `alter function ${name} security definer;`,
  `do $do$ begin
     execute format('alter function ${name} set search_path = %I, pg_temp', current_schema());
   end $do$;`,
  `revoke execute on function ${name} from public;`,
];
