import type pg from 'pg';

/**
 * Writes a logical dump as SQL for the small databases of `test/upgrades`. `pg_dump` isn't part of the embedded PostgreSQL or of
 * every system, and refuses newer servers. Covers what the service uses: extensions, types, functions, tables with partitions,
 * rows, sequences, constraints, indexes and triggers. `test/upgrades` compares the dump with one of the restored database, which
 * shows anything missing.
 */
export async function dumpDatabase(client: pg.ClientBase): Promise<string> {
  const lines = async (text: string) => (await client.query<{ line: string }>(text)).rows.map(({ line }) => line);
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query(`set local search_path = ''`);
    await client.query(`set local timezone = 'UTC'`);
    await client.query('set local extra_float_digits = 3');
    const parts: [title: string, statements: string[]][] = [];
    for (const [title, text] of SCHEMA_BEFORE) parts.push([title, await lines(text)]);
    parts.push(['rows', await rowsOf(client)]);
    for (const [title, text] of SCHEMA_AFTER) parts.push([title, await lines(text)]);
    return `${parts.map(([title, statements]) => `-- ${title}\n${statements.map((one) => `${one}${END}`).join('')}`).join('\n')}`;
  } finally {
    await client.query('rollback');
  }
}

/** Restores a dump into an empty database. A statement that needs a later one is retried after it. */
export async function restoreDatabase(client: pg.ClientBase, dump: string): Promise<void> {
  let statements = dump
    .split(END)
    .map((one) => one.replace(/^\s*(-- [^\n]*\n)+/, ''))
    .filter((one) => one.trim() !== '');
  await client.query('begin');
  try {
    await client.query(`set local search_path = ''`);
    await client.query('set local check_function_bodies = off');
    while (statements.length > 0) {
      const left: string[] = [];
      let failure: unknown;
      for (const statement of statements) {
        await client.query('savepoint one');
        try {
          await client.query(statement);
          await client.query('release savepoint one');
        } catch (error) {
          await client.query('rollback to savepoint one');
          failure = error;
          left.push(statement);
        }
      }
      if (left.length === statements.length)
        throw new Error(`The dump cannot be restored: ${(failure as Error).message}\n${left[0]}`, { cause: failure });
      statements = left;
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Separator between statements. No statement contains it: values have no line breaks (see `literalOf`), and the service's
 * functions have no such line.
 */
const END = ';\n--;\n';

const OWN_SCHEMAS = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;
const isNoExtension = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
const OWN_TABLES = `${OWN_SCHEMAS} and c.relkind in ('r', 'p') and ${isNoExtension('pg_class', 'c.oid')}`;

const SCHEMA_BEFORE: [title: string, text: string][] = [
  [
    'schemas',
    `select format('create schema if not exists %I', n.nspname) as line from pg_namespace n where ${OWN_SCHEMAS} order by 1`,
  ],
  [
    'extensions',
    `select format('create extension if not exists %I with schema %I', x.extname, n.nspname) as line
     from pg_extension x join pg_namespace n on n.oid = x.extnamespace where x.extname <> 'plpgsql' order by 1`,
  ],
  [
    'types',
    `select format('create type %I.%I as enum (%s)', n.nspname, t.typname,
       (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as line
     from pg_type t join pg_namespace n on n.oid = t.typnamespace
     where ${OWN_SCHEMAS} and t.typtype = 'e' and ${isNoExtension('pg_type', 't.oid')} order by 1`,
  ],
  [
    'sequences',
    // Sequences of identity columns are created with their column.
    `select format('create sequence %I.%I as %s start %s increment %s minvalue %s maxvalue %s cache %s%s', n.nspname, c.relname,
       format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, case when s.seqcycle then ' cycle' else '' end) as line
     from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OWN_SCHEMAS} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i') order by 1`,
  ],
  [
    'functions',
    `select pg_get_functiondef(p.oid) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${OWN_SCHEMAS} and p.prokind in ('f', 'p') and ${isNoExtension('pg_proc', 'p.oid')} order by n.nspname, p.proname, p.oid::regprocedure::text`,
  ],
  [
    'tables',
    `select format('create %stable %I.%I (%s)%s%s', case when c.relpersistence = 'u' then 'unlogged ' else '' end, n.nspname, c.relname,
       (select string_agg(format('%I %s%s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attcollation <> t.typcollation and a.attcollation <> 0 then ' collate ' || a.attcollation::regcollation else '' end,
          case when a.attgenerated <> '' then format(' generated always as (%s) %s', pg_get_expr(d.adbin, d.adrelid), case a.attgenerated when 's' then 'stored' else 'virtual' end)
               when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
          case a.attidentity when 'a' then ' generated always as identity' when 'd' then ' generated by default as identity' else '' end,
          case when a.attnotnull then ' not null' else '' end), ', ' order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
       case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end,
       case when c.reloptions is not null then format(' with (%s)', array_to_string(c.reloptions, ', ')) else '' end) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN_TABLES} order by n.nspname, c.relname`,
  ],
  [
    'statistics of columns',
    `select format('alter table %I.%I alter column %I set statistics %s', n.nspname, c.relname, a.attname, a.attstattarget) as line
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OWN_TABLES} and a.attstattarget >= 0 and not a.attisdropped order by 1`,
  ],
  [
    'sequences of columns',
    `select format('alter sequence %I.%I owned by %I.%I.%I', n.nspname, c.relname, tn.nspname, t.relname, a.attname) as line
     from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S' join pg_namespace n on n.oid = c.relnamespace
     join pg_class t on t.oid = d.refobjid join pg_namespace tn on tn.oid = t.relnamespace
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where ${OWN_SCHEMAS} and d.deptype = 'a' and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass order by 1`,
  ],
];

/**
 * Statements for the constraints of some types. Constraints that a partition inherits are left out, because PostgreSQL adds
 * them itself.
 */
const constraints = (types: string) =>
  `select format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, o.conname, pg_get_constraintdef(o.oid)) as line
   from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
   where ${OWN_TABLES} and o.conparentid = 0 and o.contype in (${types})
   order by o.contype = 'f', c.relispartition desc, n.nspname, c.relname, o.conname`;

const SCHEMA_AFTER: [title: string, text: string][] = [
  [
    'values of sequences',
    `select format('select pg_catalog.setval(%L, %s, %s)', format('%I.%I', s.schemaname, s.sequencename), coalesce(s.last_value, s.start_value), case when s.last_value is null then 'false' else 'true' end) as line
     from pg_sequences s join pg_namespace n on n.nspname = s.schemaname where ${OWN_SCHEMAS} order by 1`,
  ],
  ['keys and checks', constraints(`'p', 'u', 'c', 'x'`)],
  [
    'indexes',
    `select pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OWN_TABLES} and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u', 'x'))
       and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid) order by 1`,
  ],
  [
    'partitions',
    `select format('alter table %I.%I attach partition %I.%I %s', pn.nspname, p.relname, n.nspname, c.relname, pg_get_expr(c.relpartbound, c.oid)) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits h on h.inhrelid = c.oid
     join pg_class p on p.oid = h.inhparent join pg_namespace pn on pn.oid = p.relnamespace
     where ${OWN_TABLES} and c.relispartition order by 1`,
  ],
  ['foreign keys', constraints(`'f'`)],
  [
    'triggers',
    `select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OWN_TABLES} and not t.tgisinternal and t.tgparentid = 0 order by 1`,
  ],
  [
    'triggers that are switched otherwise',
    `select format('alter table %I.%I %s trigger %I', n.nspname, c.relname,
       case t.tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, t.tgname) as line
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OWN_TABLES} and not t.tgisinternal and t.tgenabled <> 'O' order by 1`,
  ],
];

/** One INSERT per row, on one line, with values in PostgreSQL's text format. */
async function rowsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${OWN_TABLES} and c.relkind = 'r' order by n.nspname, c.relname`,
  );
  const statements: string[] = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<(string | null)[]>({
      text: `select ${columns.map((column) => `${column}::text`).join(', ')} from ${name}`,
      rowMode: 'array',
    });
    const into = `insert into ${name} (${columns.join(', ')}) overriding system value values`;
    statements.push(...rows.map((values) => `${into} (${values.map(literalOf).join(', ')})`).sort());
  }
  return statements;
}

function literalOf(value: string | null): string {
  if (value === null) return 'null';
  const quoted = value.replaceAll("'", "''");
  if (!/[\\\n\r]/.test(value)) return `'${quoted}'`;
  return `E'${quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}
