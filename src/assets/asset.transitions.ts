import { reportChanges } from '../platform/audit/report-changes.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { publishAll } from '../platform/events/outbox.ts';
import { AssetStatus } from './asset.entity.ts';
import { type MoveRow, moveRows } from './asset.sql.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'asset.status-changed': { assetId: string; status: AssetStatus; before: AssetStatus; version: number };
  }
}

const { LIVE, ARCHIVED, TRASHED, QUARANTINED } = AssetStatus;

/**
 * An allowed change of a picture's status. Only the changes in `ASSET_MOVES` exist:
 *
 * - archive: LIVE → ARCHIVED.
 * - restore: ARCHIVED → LIVE, TRASHED → previous status.
 * - trash: LIVE, ARCHIVED, QUARANTINED → TRASHED.
 * - quarantine: LIVE, ARCHIVED → QUARANTINED.
 * - release: QUARANTINED → LIVE.
 *
 * A quarantined picture only becomes LIVE by a release; if it is restored from the trash, it is quarantined again. A change to
 * the current status succeeds and changes nothing.
 */
export interface AssetMove {
  readonly to: AssetStatus;
  readonly from: readonly AssetStatus[];
  /** Advice for the caller, by the status that doesn't allow this change. */
  readonly otherwise: Partial<Record<AssetStatus, string>>;
}

const OUT_OF_TRASH = 'The picture is in the trash. Restore it first.';
const HELD_BACK = 'The picture is quarantined. Release it first.';

export const ASSET_MOVES = {
  archive: { to: ARCHIVED, from: [LIVE], otherwise: { TRASHED: OUT_OF_TRASH, QUARANTINED: HELD_BACK } },
  restore: {
    to: LIVE,
    from: [ARCHIVED, TRASHED],
    otherwise: { QUARANTINED: 'The picture is quarantined. Release it instead.' },
  },
  trash: { to: TRASHED, from: [LIVE, ARCHIVED, QUARANTINED], otherwise: {} },
  quarantine: { to: QUARANTINED, from: [LIVE, ARCHIVED], otherwise: { TRASHED: OUT_OF_TRASH } },
  release: {
    to: LIVE,
    from: [QUARANTINED],
    otherwise: { ARCHIVED: 'The picture is archived, not quarantined. Restore it instead.', TRASHED: OUT_OF_TRASH },
  },
} as const satisfies Record<string, AssetMove>;

export type { MoveRow };

/**
 * Changes the status of the pictures whose status allows it, in one statement. Returns results in the order of `ids`. Rows are
 * locked in the order of ids, so that concurrent changes can't deadlock.
 */
export async function moveAssets(ctx: Context, { to, from }: AssetMove, ids: readonly string[]): Promise<MoveRow[]> {
  return ctx.transactional(async (inner) => {
    const rows = await moveRows(inner.em, ids, { to, from }, inner.principal.actor);
    const moved = rows.filter(wasMoved);
    reportChanges(
      moved.map(({ id }) => id),
      moved.map(({ id, before, after }) => ({ subjectId: id, field: 'status', before, after })),
    );
    const owner = ownerOf(inner.principal);
    await publishAll(
      inner.em,
      moved.map(({ id, before, after, version }) => ({
        type: 'asset.status-changed',
        payload: { assetId: id, status: after, before, version },
        owner,
      })),
    );
    return rows;
  });
}

type CompletedMove = { [Member in keyof MoveRow]: NonNullable<MoveRow[Member]> };
const wasMoved = (one: MoveRow): one is CompletedMove => one.after !== null;
