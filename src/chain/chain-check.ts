import type { IntegrityCheck, IntegrityRun } from '../platform/upkeep/integrity-check.ts';
import type { HashedLink } from '../proof/chain.ts';
import { documentDigest } from '../proof/document-digest.ts';
import type { BlindedRecord } from './blinding.ts';
import { type ChainKind, chainKinds } from './chain.entity.ts';
import type { Chain } from './chain.ts';
import { CHAIN_BEGIN, continues, matchesEntry } from './record-match.ts';

const AT_ONCE = 500;

/**
 * Integrity check: every chain entry must continue the previous one, and its record must still match its digest. A record can
 * only be missing if its deletion is recorded, or if it was deleted before it was added.
 */
export function chainCheck(chain: Chain): IntegrityCheck {
  return {
    name: 'chain',
    async run(run) {
      const { em } = run.ctx.fork();
      const head = await chain.head(em);
      const deleted = new Map<ChainKind, Awaited<ReturnType<Chain['deletedRanges']>>>();
      for (const kind of chainKinds.items()) deleted.set(kind, await chain.deletedRanges(em, kind));
      let before = CHAIN_BEGIN;
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
          const isKept = !deleted
            .get(entry.kind as ChainKind)
            ?.some(({ fromId, untilId }) => entry.subjectId >= fromId && entry.subjectId < untilId);
          checkRecord(entry, records.get(entry.subjectId), isKept, run);
          before = entry;
        }
        run.count('entries', entries.length);
        run.progress(before.seq, head.seq);
        if (entries.length === 0) break;
      }
      return true;
    },
  };
}

function checkEntry(
  entry: HashedLink,
  before: Pick<HashedLink, 'seq' | 'hash'>,
  { found }: Pick<IntegrityRun, 'found'>,
): void {
  const rows = [`chain_entry ${entry.seq}`];
  if (entry.seq !== before.seq + 1) {
    const what = `The chain has no entries ${before.seq + 1} to ${entry.seq - 1}.`;
    found({ kind: 'CHAIN_ENTRY_MISSING', what, rows, repair: null });
  } else if (!continues(entry, before)) {
    const what = `Entry ${entry.seq} of the chain was changed or doesn’t continue the entry before.`;
    found({ kind: 'CHAIN_BROKEN', what, rows, repair: null });
  }
}

function checkRecord(
  { seq, kind, subjectId, digest }: HashedLink,
  record: BlindedRecord | undefined,
  isKept: boolean,
  { found }: Pick<IntegrityRun, 'found'>,
): void {
  const rows = [`chain_entry ${seq}`, `${kind.toLowerCase()} ${subjectId}`];
  if (!record) {
    if (!isKept || digest === documentDigest(null)) return;
    const what = `${subjectId} is missing, and no deletion of it is recorded.`;
    found({ kind: 'CHAINED_RECORD_MISSING', what, rows, repair: null });
  } else if (!matchesEntry(record, digest)) {
    const what = `${subjectId} was changed after it was added to the chain.`;
    found({ kind: 'CHAINED_RECORD_CHANGED', what, rows, repair: null });
  }
}
