import { tellChanges } from '../platform/audit/tell-changes.ts';
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
 * The life of a picture, and the only place that changes its status:
 *
 *     LIVE → ARCHIVED                          archived
 *     ARCHIVED → LIVE                          restored
 *     LIVE, ARCHIVED, QUARANTINED → TRASHED    thrown away
 *     TRASHED → where it came from             restored
 *     LIVE, ARCHIVED → QUARANTINED             held back
 *     QUARANTINED → LIVE                       released
 *
 * What is held back comes into use by being released and by nothing else: out of the trash it is held back again. Whoever asks
 * for what is so already changes nothing, and is told so.
 */
export interface AssetMove {
  readonly to: AssetStatus;
  readonly from: readonly AssetStatus[];
  /** What to do about a picture that is elsewhere, by where it is. */
  readonly otherwise: Partial<Record<AssetStatus, string>>;
}

const OUT_OF_TRASH = 'It is in the trash. Restore it first.';
const HELD_BACK = 'It is held back. Release it first.';

export const ASSET_MOVES = {
  archive: { to: ARCHIVED, from: [LIVE], otherwise: { TRASHED: OUT_OF_TRASH, QUARANTINED: HELD_BACK } },
  restore: { to: LIVE, from: [ARCHIVED, TRASHED], otherwise: { QUARANTINED: 'It is held back. Release it.' } },
  trash: { to: TRASHED, from: [LIVE, ARCHIVED, QUARANTINED], otherwise: {} },
  quarantine: { to: QUARANTINED, from: [LIVE, ARCHIVED], otherwise: { TRASHED: OUT_OF_TRASH } },
  release: {
    to: LIVE,
    from: [QUARANTINED],
    otherwise: { ARCHIVED: 'It is archived and not held back. Restore it.', TRASHED: OUT_OF_TRASH },
  },
} as const satisfies Record<string, AssetMove>;

export type { MoveRow };

/**
 * Moves what may be moved, by one statement that judges each picture as it is at that moment; in the order asked. Rows are held
 * in the order of their ids, so that two who change the same ones do not wait for each other in a circle.
 */
export async function moveAssets(ctx: Context, { to, from }: AssetMove, ids: readonly string[]): Promise<MoveRow[]> {
  return ctx.transactional(async (inner) => {
    const rows = await moveRows(inner.em, ids, { to, from }, inner.principal.actor);
    const moved = rows.filter(wasMoved);
    tellChanges(
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
