import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { IntegrityCheck, IntegrityRun } from '../platform/upkeep/integrity.ts';
import { equalBytes } from '../proof/bytes.ts';
import { preAuthenticationEncoding } from '../proof/dsse.ts';
import { entryBody } from '../proof/entry.ts';
import { MalformedProof } from '../proof/malformed-proof.ts';
import { parseSealStatement, parseStatusStatement, STATEMENT_MEDIA_TYPE } from '../proof/statement.ts';

const BATCH = 500;

interface LoggedRow {
  id: string;
  log: number;
  logIndex: string;
  statement: string;
  signature: Buffer;
  /** Null when the key is not known. */
  publicKey: Buffer | null;
  /** Of the entry in its place; null when there is none. */
  body: Buffer | null;
  /** Of a seal. */
  sha256: string | null;
  byteLength: number | null;
  submitter: string | null;
  /** Of what became of one. */
  sealId: string | null;
  status: string | null;
  changedBy: string | null;
}

const SEALS = `select s.id, s.log, s.log_index as "logIndex", s.statement, s.signature, k.public_key as "publicKey", e.body,
    s.sha256, s.byte_length as "byteLength", s.submitter, null as "sealId", null as status, null as "changedBy"
  from seal s`;
const CHANGES = `select s.id, s.log, s.log_index as "logIndex", s.statement, s.signature, k.public_key as "publicKey", e.body,
    null as sha256, null as "byteLength", null as submitter, s.seal_id as "sealId", s.status, s.changed_by as "changedBy"
  from seal_status s`;
const REST = `left join seal_key k on k.key_id = s.key_id
  left join log_entry e on e.log = s.log and e.index = s.log_index
  where (s.log, s.log_index) > ($1, $2) order by s.log, s.log_index limit ${BATCH}`;

/** Rows of seals, and of what became of them, against the entries that stand for them in the log. */
export const sealsCheck: IntegrityCheck = {
  name: 'seals',
  async run(run) {
    const { em } = run.ctx.afresh();
    return (await goThrough(run, em, 'seal', SEALS)) && goThrough(run, em, 'seal_status', CHANGES);
  },
};

async function goThrough(run: IntegrityRun, em: EntityManager, table: string, select: string): Promise<boolean> {
  const [{ total } = { total: 0 }] = await sql<{ total: number }>(em, `select count(*)::float8 as total from ${table}`);
  let done = 0;
  for (let after: [number, string] = [0, '-1']; ; ) {
    if (run.isOver()) return false;
    const rows = await sql<LoggedRow>(em, `${select} ${REST}`, after);
    for (const row of rows) {
      const found = flawOf(row);
      if (found) run.found({ ...found, rows: [`${table} ${row.id}`], repair: null });
    }
    done += rows.length;
    run.count('seals', rows.length);
    run.progress(done, Math.max(done, total));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return true;
    after = [last.log, last.logIndex];
  }
}

/**
 * SEAL_NOT_LOGGED: a seal, or what became of one, is not what stands in its place in the log. SEAL_CHANGED: its columns say
 * something else than what was signed. Neither ever changes its meaning.
 */
function flawOf(row: LoggedRow): { kind: 'SEAL_NOT_LOGGED' | 'SEAL_CHANGED'; what: string } | null {
  const { id, log, logIndex, statement, signature, publicKey, body } = row;
  const notLogged = (what: string) => ({ kind: 'SEAL_NOT_LOGGED' as const, what: `${id}: ${what}` });
  if (!publicKey) return notLogged('The key that it is signed with is not known.');
  if (!body) return notLogged(`Log ${log} has no entry ${logIndex}.`);
  const payload = Buffer.from(statement, 'utf8');
  const signed = preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload);
  const paeDigest = createHash('sha256').update(signed).digest();
  if (!equalBytes(entryBody({ paeDigest, signature, publicKey }), body)) {
    return notLogged(`Its statement and signature are not the ones of entry ${logIndex} of log ${log}.`);
  }
  return saysTheSame(row, payload)
    ? null
    : { kind: 'SEAL_CHANGED', what: `${id}: Its row says something else than what was signed.` };
}

/** Whether the columns, which lists and links are made of, say what the signed statement says. */
function saysTheSame(row: LoggedRow, payload: Uint8Array): boolean {
  const { id, sha256, byteLength, submitter, sealId, status, changedBy } = row;
  try {
    if (sealId !== null) {
      const { predicate } = parseStatusStatement(payload);
      const said = [predicate.statusId, predicate.sealId, predicate.status, predicate.by ?? null];
      return isSame(said, [id, sealId, status, changedBy]);
    }
    const { subject, predicate } = parseSealStatement(payload);
    const said = [predicate.sealId, subject[0].digest.sha256, predicate.byteLength, predicate.submitter ?? null];
    return isSame(said, [id, sha256, byteLength, submitter]);
  } catch (error) {
    if (error instanceof MalformedProof) return false;
    throw error;
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((value, at) => value === other[at]);
}
