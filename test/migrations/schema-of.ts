import type { TestDatabase } from '../support/database.ts';

const SCHEMAS = `n.nspname = 'public'`;
/** In the order of which columns stand nothing depends. */
const LOOKS = [
  `select format('column %s.%s %s %s default %s collation %s statistics %s generated %s', c.relname, a.attname,
     format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' else 'null' end,
     pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation, a.attstattarget, a.attgenerated)
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${SCHEMAS} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  `select format('relation %s %s owner %s options %s privileges %s', c.relkind, c.relname, c.relowner::regrole, c.reloptions, c.relacl)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${SCHEMAS}`,
  `select format('constraint %s.%s %s valid %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid), c.convalidated)
   from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${SCHEMAS}`,
  `select format('index %s valid %s ready %s', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisready)
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${SCHEMAS}`,
  `select format('trigger %s %s', pg_get_triggerdef(t.oid), t.tgenabled)
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where ${SCHEMAS} and not t.tgisinternal`,
  `select format('function %s privileges %s', pg_get_functiondef(p.oid), p.proacl)
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${SCHEMAS} and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  `select format('sequence %s %s %s', s.seqrelid::regclass, format_type(s.seqtypid, null),
     (select format('owned by %s.%s', d.refobjid::regclass, d.refobjsubid > 0) from pg_depend d
      where d.objid = s.seqrelid and d.deptype = 'a'))
   from pg_sequence s`,
  `select format('extension %s', extname) from pg_extension`,
];

/** All that a database says of its schema, one line for each thing. */
export async function schemaOf(database: Pick<TestDatabase, 'query'>): Promise<string[]> {
  const lines: string[] = [];
  for (const look of LOOKS) for (const row of await database.query<{ format: string }>(look)) lines.push(row.format);
  return lines.sort();
}
