import type { IntegrityCheck, IntegrityFinding, IntegrityRun } from '../platform/upkeep/integrity-check.ts';
import type { HashedLink } from '../proof/chain.ts';
import type { ChainActs } from '../proof/chain-acts.ts';
import { timeAfterEntry } from '../proof/record-times.ts';
import { AnchorCheck } from './anchor-check.ts';
import type { BlindedRecord } from './blinding.ts';
import type { ChainKind } from './chain.entity.ts';
import type { Chain } from './chain.ts';
import type { ChainedKind } from './chained-kind.ts';
import { CHAIN_BEGIN, continues, matchesEntry } from './record-match.ts';
import type { RememberedAnchor } from './remembered-anchor.ts';

const AT_ONCE = 500;

/**
 * Integrity check of the chain. Every entry continues the previous one, every anchor names its entry, and every record has an
 * entry and matches it. An act in the chain explains every missing or erased record.
 */
export function chainCheck(chain: Chain, remembered: RememberedAnchor): IntegrityCheck {
  return {
    name: 'chain',
    async run(run) {
      const { em } = run.ctx.fork();
      const head = await chain.head(em);
      let { acts, flawed } = await chain.acts.read(em);
      for (const { id, flaw } of flawed) {
        const what = `The act ${id} ${flaw.reason} It explains no missing or erased record.`;
        run.found({ kind: 'CHAIN_ACT_INVALID', what, rows: [`chain_act ${id}`], repair: null });
      }
      const anchors = await AnchorCheck.begin({ em, run, remembered });
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
          await anchors.entry(entry);
          before = entry;
        }
        const flawsOf = (known: ChainActs) =>
          entries.flatMap((entry) => flawInRecord(entry, records.get(entry.subjectId), known) ?? []);
        // A record can have been deleted or erased since the acts were read.
        let flaws = flawsOf(acts);
        if (flaws.length > 0) {
          ({ acts } = await chain.acts.read(em));
          flaws = flawsOf(acts);
        }
        for (const finding of flaws) run.found({ ...finding, repair: null });
        run.count('entries', entries.length);
        run.progress(before.seq, head.seq);
        if (entries.length === 0) break;
      }
      await anchors.end();
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
    const { last, unlinked } = await chain.unlinked(em, chained, after, AT_ONCE);
    for (const id of unlinked) {
      const what = `${id} is not in the chain and doesn’t wait for it: its entry was removed, or the record was inserted.`;
      run.found({ kind: 'RECORD_NOT_CHAINED', what, rows: [`${chained.table} ${id}`], repair: null });
    }
    if (last === null) return true;
    after = last;
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

/** Compares a record with its entry, and a missing or erased one with the acts. Null if it is as it should be. */
function flawInRecord(
  { seq, kind, subjectId, digest, recordedAt }: HashedLink,
  record: BlindedRecord | undefined,
  acts: ChainActs,
): Pick<IntegrityFinding, 'kind' | 'what' | 'rows'> | null {
  const rows = [`chain_entry ${seq}`, `${kind.toLowerCase()} ${subjectId}`];
  if (!record) {
    const flaw = acts.flawInRemoval(kind, subjectId);
    return flaw === null ? null : { kind: 'CHAINED_RECORD_MISSING', what: `${subjectId} ${flaw}`, rows };
  }
  if (!matchesEntry(record, digest)) {
    return { kind: 'CHAINED_RECORD_CHANGED', what: `${subjectId} was changed after it was added to the chain.`, rows };
  }
  const late = timeAfterEntry(record.record, recordedAt);
  if (late !== null) {
    const what = `${subjectId} has the time ${late}, but was added to the chain at ${recordedAt}.`;
    return { kind: 'CHAIN_TIME_DISORDER', what, rows };
  }
  if (record.erasedAt === null || acts.isErasureRecorded(kind, subjectId)) return null;
  const what = `${subjectId} has erased values, and no erasure of it is recorded.`;
  return { kind: 'CHAINED_ERASURE_UNEXPLAINED', what, rows };
}
