import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readPlaces } from '../log/index.ts';
import type { IntegrityCheck, IntegrityRun } from '../platform/upkeep/integrity-check.ts';
import { equalBytes } from '../proof/bytes.ts';
import { preAuthenticationEncoding } from '../proof/dsse.ts';
import { entryBody } from '../proof/entry.ts';
import { MalformedProof } from '../proof/malformed-proof.ts';
import { parseSealStatement, parseStatusStatement, SealStatusKind, STATEMENT_MEDIA_TYPE } from '../proof/statement.ts';
import { SealStatus } from './seal.entity.ts';
import { countLogged, findLogged, type LoggedStatementRow, type LoggedTable, readStatuses } from './seal.sql.ts';
import { statusKey } from './status-key.ts';

const BATCH = 500;

/** Compares seals and their status changes with the signed statements and their log entries. */
export const sealsCheck: IntegrityCheck = {
  name: 'seals',
  async run(run) {
    const { em } = run.ctx.fork();
    return (await goThrough(run, em, 'seal')) && goThrough(run, em, 'seal_status');
  },
};

async function goThrough(run: IntegrityRun, em: EntityManager, table: LoggedTable): Promise<boolean> {
  const total = await countLogged(em, table);
  let done = 0;
  for (let after: [number, string] = [0, '-1']; ; ) {
    if (run.isOver()) return false;
    const rows = await findLogged(em, table, after, BATCH);
    for (const row of rows) {
      const found = flawOf(row);
      if (found) run.found({ ...found, rows: [`${table} ${row.id}`], repair: null });
    }
    if (table === 'seal') {
      for (const { id, what } of await findWrongStatuses(
        em,
        rows.map((row) => row.id),
      )) {
        run.found({ kind: 'SEAL_STATUS_CHANGED', what, rows: [`seal ${id}`], repair: null });
      }
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
 * Returns seals whose status differs from their status changes, and those of which a status change is in the log but not stored
 * any more.
 */
async function findWrongStatuses(em: EntityManager, ids: readonly string[]): Promise<{ id: string; what: string }[]> {
  const before = await readStatuses(em, ids);
  const places = await readPlaces(
    em,
    before.flatMap(({ statement }) => LASTING.map((status) => statusKey(status, statement))),
  );
  // Read after the log, so that a change made meanwhile is seen in both or only here.
  return (await readStatuses(em, ids)).flatMap(({ id, statement, status, statusByChanges, changes }) => {
    const lost = LASTING.find((one) => places.has(statusKey(one, statement)) && !changes.includes(one));
    if (lost)
      return [
        { id, what: `${id}: It was ${lost.toLowerCase()}, by an entry of the log, but this isn’t stored any more.` },
      ];
    const isRight = statusByChanges === null ? UNCHANGED.includes(status) : status === statusByChanges;
    return isRight
      ? []
      : [{ id, what: `${id}: Its status is ${status}, but its status changes say ${statusByChanges ?? 'SEALED'}.` }];
  });
}

const LASTING = [SealStatusKind.REVOKED, SealStatusKind.SUPERSEDED] as const;
const UNCHANGED: readonly string[] = [SealStatus.SEALED, SealStatus.PENDING_TIMESTAMP];

/**
 * Returns what is wrong with a seal or status change. SEAL_NOT_LOGGED: it doesn't match its log entry. SEAL_CHANGED: its columns
 * don't match the signed statement. The meaning of these codes never changes.
 */
function flawOf(row: LoggedStatementRow): { kind: 'SEAL_NOT_LOGGED' | 'SEAL_CHANGED'; what: string } | null {
  const { id, log, logIndex, statement, signature, publicKey, body } = row;
  const notLogged = (what: string) => ({ kind: 'SEAL_NOT_LOGGED' as const, what: `${id}: ${what}` });
  if (!publicKey) return notLogged('The key that signed it is unknown.');
  if (!body) return notLogged(`Log ${log} has no entry ${logIndex}.`);
  const payload = Buffer.from(statement, 'utf8');
  const signed = preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload);
  const paeDigest = createHash('sha256').update(signed).digest();
  if (!equalBytes(entryBody({ paeDigest, signature, publicKey }), body)) {
    return notLogged(`Its statement and signature don’t match entry ${logIndex} of log ${log}.`);
  }
  return matchesStatement(row, payload)
    ? null
    : { kind: 'SEAL_CHANGED', what: `${id}: Its row doesn’t match the signed statement.` };
}

/**
 * True if the columns of a seal or status change match the signed statement. This matters because lists and links are built from
 * the columns.
 */
function matchesStatement(row: LoggedStatementRow, payload: Uint8Array): boolean {
  const { id, sha256, byteLength, submitter, sealId, status, changedBy } = row;
  try {
    if (sealId !== null) {
      const { predicate } = parseStatusStatement(payload);
      const signedFacts = [predicate.statusId, predicate.sealId, predicate.status, predicate.by ?? null];
      return isSame(signedFacts, [id, sealId, status, changedBy]);
    }
    const { subject, predicate } = parseSealStatement(payload);
    const signedFacts = [predicate.sealId, subject[0].digest.sha256, predicate.byteLength, predicate.submitter ?? null];
    return isSame(signedFacts, [id, sha256, byteLength, submitter]);
  } catch (error) {
    if (error instanceof MalformedProof) return false;
    throw error;
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((value, at) => value === other[at]);
}
