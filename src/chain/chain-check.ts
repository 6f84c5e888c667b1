import type { IntegrityCheck, IntegrityRun } from '../platform/upkeep/integrity-check.ts';
import type { HashedLink } from '../proof/chain.ts';
import type { ChainActs } from '../proof/chain-acts.ts';
import { documentDigest } from '../proof/document-digest.ts';
import type { BlindedRecord } from './blinding.ts';
import type { ChainKind } from './chain.entity.ts';
import type { Chain } from './chain.ts';
import type { ChainedKind } from './chained-kind.ts';
import { CHAIN_BEGIN, continues, matchesEntry } from './record-match.ts';

const AT_ONCE = 500;

/**
 * Integrity check: every chain entry continues the previous one, every record matches its entry, every missing or erased record is
 * explained by an act in the chain, and every record has an entry.
 */
export function chainCheck(chain: Chain): IntegrityCheck {
  return {
    name: 'chain',
    async run(run) {
      const { em } = run.ctx.fork();
      const head = await chain.head(em);
      const acts = await chain.acts(em);
      let before: Pick<HashedLink, 'seq' | 'hash'> & { recordedAt?: string } = CHAIN_BEGIN;
      while (head && before.seq < head.seq) {
        if (run.isOver()) return false;
        const entries = await chain.entries(em, before.seq, head.seq, AT_ONCE);
        const records = new Map<string, BlindedRecord>();
        for (const [kind, ofKind] of Map.groupBy(entries, ({ kind }) => kind as ChainKind)) {
          const ids = ofKind.map(({ subjectId }) => subjectId);
          for (const [id, record] of await chain.records(em, kind, ids)) records.set(id, record);
        }
        for (const entry of entries) {
          checkEntry(entry, before, run);
          checkRecord(entry, records.get(entry.subjectId), acts, run);
          before = entry;
        }
        run.count('entries', entries.length);
        run.progress(before.seq, head.seq);
        if (entries.length === 0) break;
      }
      for (const kind of chain.kinds) if (!(await checkLinked(chain, kind, run))) return false;
      return true;
    },
  };
}

/** Finds records that have no chain entry. False if the time is over. */
async function checkLinked(chain: Chain, chained: ChainedKind, run: IntegrityRun): Promise<boolean> {
  const { em } = run.ctx.fork();
  for (let after = ''; ; ) {
    if (run.isOver()) return false;
    const ids = await chain.unlinked(em, chained, after, AT_ONCE);
    for (const id of ids) {
      const what = `${id} is not in the chain and doesn’t wait for it: its entry was removed, or the record was inserted.`;
      run.found({ kind: 'RECORD_NOT_CHAINED', what, rows: [`${chained.table} ${id}`], repair: null });
    }
    if (ids.length < AT_ONCE) return true;
    after = ids.at(-1)!;
  }
}

function checkEntry(
  entry: HashedLink,
  before: Pick<HashedLink, 'seq' | 'hash'> & { recordedAt?: string },
  { found }: Pick<IntegrityRun, 'found'>,
): void {
  const rows = [`chain_entry ${entry.seq}`];
  if (entry.seq !== before.seq + 1) {
    const what = `The chain has no entries ${before.seq + 1} to ${entry.seq - 1}.`;
    found({ kind: 'CHAIN_ENTRY_MISSING', what, rows, repair: null });
  } else if (!continues(entry, before)) {
    const what = `Entry ${entry.seq} of the chain was changed or doesn’t continue the entry before.`;
    found({ kind: 'CHAIN_BROKEN', what, rows, repair: null });
  } else if (before.recordedAt !== undefined && entry.recordedAt < before.recordedAt) {
    const what = `Entry ${entry.seq} is from ${entry.recordedAt}, before the entry before it.`;
    found({ kind: 'CHAIN_TIME_DISORDER', what, rows, repair: null });
  }
}

function checkRecord(
  { seq, kind, subjectId, digest }: HashedLink,
  record: BlindedRecord | undefined,
  acts: ChainActs,
  { found }: Pick<IntegrityRun, 'found'>,
): void {
  const rows = [`chain_entry ${seq}`, `${kind.toLowerCase()} ${subjectId}`];
  if (!record) {
    const flaw = digest === documentDigest(null) ? null : acts.flawInRemoval(kind, subjectId);
    if (flaw !== null) found({ kind: 'CHAINED_RECORD_MISSING', what: `${subjectId} ${flaw}`, rows, repair: null });
  } else if (!matchesEntry(record, digest)) {
    const what = `${subjectId} was changed after it was added to the chain.`;
    found({ kind: 'CHAINED_RECORD_CHANGED', what, rows, repair: null });
  } else if (record.erasedAt !== null && !acts.isErasureRecorded(kind, subjectId)) {
    const what = `${subjectId} has erased values, and no erasure of it is recorded.`;
    found({ kind: 'CHAINED_ERASURE_UNEXPLAINED', what, rows, repair: null });
  }
}
