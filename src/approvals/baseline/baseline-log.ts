import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChainApi } from '../../chain/index.ts';
import {
  byteSizeOf,
  type ColumnValues,
  insertLogged,
  type PlacedRow,
  type Signer,
  signEntry,
  type TransparencyLog,
} from '../../log/index.ts';
import type { Context } from '../../platform/context.ts';
import { agreedTime } from '../../platform/database/agreed-time.ts';
import { newId } from '../../platform/ids.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { documentDigest } from '../../proof/document-digest.ts';
import { type BaselinePredicate, type BaselineRecords, baselineStatement } from '../../proof/evidence-baseline.ts';
import { STATEMENT_MEDIA_TYPE } from '../../proof/statement.ts';
import type { BaselineKind } from './baseline.entity.ts';
import { isBaselineUnlogged, readBaselineDigests } from './baseline.sql.ts';

export interface BaselineLogOptions {
  signer: Signer;
  log: Pick<TransparencyLog, 'append'>;
  chain: Pick<ChainApi, 'head'>;
  publicUrl: string;
}

/** Key of the statement in the log, which has one at most. */
export const BASELINE_LOG_KEY = 'evidence baseline';

const BATCH = 5_000;

/**
 * Adds the statement about the baseline to the transparency log, unless it is there or there are no baseline records. Returns the
 * number of new statements: 1 or 0.
 */
export function logBaseline(ctx: Context, { signer, log, chain, publicUrl }: BaselineLogOptions): Promise<number> {
  return outsideRequests(async () => {
    const { em } = ctx.fork();
    if (!(await isBaselineUnlogged(em))) return 0;
    const head = await chain.head(em);
    const records = await recordsIn(em);
    const claimedAt = (await agreedTime(ctx)).toISOString();
    const id = newId('evidenceBaseline');
    const payload = baselineStatement(publicUrl, documentDigest(records), {
      baselineId: id,
      ...(head && { chain: { seq: head.seq, hash: head.hash } }),
      ...records,
      claimedAt,
    });
    const { signature, body } = await signEntry(signer, STATEMENT_MEDIA_TYPE, payload);
    const row = {
      id,
      statement: Buffer.from(payload).toString('utf8'),
      signature: Buffer.from(signature),
      key_id: signer.keyId,
      logged_at: claimedAt,
    };
    // Processes that do this concurrently create one log entry.
    const [{ isNew }] = await log.append({
      key: BASELINE_LOG_KEY,
      body,
      alongside: { row, byteSize: byteSizeOf(row), write: writeBaselines },
    });
    return isNew ? 1 : 0;
  });
}

/** Numbers and digests of all baseline records, as the statement contains them. */
export async function recordsIn(em: EntityManager): Promise<Pick<BaselinePredicate, 'requests' | 'decisions'>> {
  return { requests: await recordsOf(em, 'REQUEST'), decisions: await recordsOf(em, 'DECISION') };
}

async function recordsOf(em: EntityManager, kind: BaselineKind): Promise<BaselineRecords> {
  const sum = createHash('sha256');
  let count = 0;
  for (let after = ''; ; ) {
    const records = await readBaselineDigests(em, kind, after, BATCH);
    for (const { id, digest } of records) sum.update(`${id} ${digest}\n`);
    count += records.length;
    if (records.length < BATCH) return { count, sha256: sum.digest('hex') };
    after = records.at(-1)!.id;
  }
}

function writeBaselines(em: EntityManager, rows: readonly PlacedRow<ColumnValues>[]): Promise<void> {
  return insertLogged(em, 'evidence_baseline', rows);
}
