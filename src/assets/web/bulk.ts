import {
  ArchivePicturesDocument,
  type AssetStatus,
  type MoveFieldsFragment,
  PurgePicturesDocument,
  type PurgePicturesMutation,
  QuarantinePicturesDocument,
  ReleasePicturesDocument,
  RestorePicturesDocument,
  TagPicturesDocument,
  TrashPicturesDocument,
} from '../../web/generated/assets/graphql.ts';
import { client } from '../../web/kit/client.ts';
import { LEFT_REASONS, type MutationOutcome, outcomeOf, type ProblemShape } from '../../web/kit/outcome.ts';
import { sentenceOf } from '../../web/kit/states.tsx';
import { withSessionSteps } from '../../web/kit/use-mutation-of.ts';
import { texts } from './texts.ts';

/** Maximum number of pictures per mutation. */
const AT_ONCE = 100;

/** A change of status, or a purge, that can be applied to many pictures. */
export interface PictureMove {
  name: 'RELEASE' | 'RESTORE' | 'ARCHIVE' | 'QUARANTINE' | 'TRASH' | 'PURGE';
  label: string;
  /** Past participle of the action, for results such as "3 pictures archived". */
  done: string;
  permission: string;
  /** Statuses of pictures that the action changes. */
  from: readonly AssetStatus[];
  document: { toString(): string };
}

export const MOVES: readonly PictureMove[] = [
  {
    name: 'RELEASE',
    label: texts.moves.RELEASE.label,
    done: texts.moves.RELEASE.done,
    permission: 'assets:review',
    from: ['QUARANTINED'],
    document: ReleasePicturesDocument,
  },
  {
    name: 'RESTORE',
    label: texts.moves.RESTORE.label,
    done: texts.moves.RESTORE.done,
    permission: 'assets:write',
    from: ['ARCHIVED', 'TRASHED'],
    document: RestorePicturesDocument,
  },
  {
    name: 'ARCHIVE',
    label: texts.moves.ARCHIVE.label,
    done: texts.moves.ARCHIVE.done,
    permission: 'assets:write',
    from: ['LIVE'],
    document: ArchivePicturesDocument,
  },
  {
    name: 'QUARANTINE',
    label: texts.moves.QUARANTINE.label,
    done: texts.moves.QUARANTINE.done,
    permission: 'assets:review',
    from: ['LIVE', 'ARCHIVED'],
    document: QuarantinePicturesDocument,
  },
  {
    name: 'TRASH',
    label: texts.moves.TRASH.label,
    done: texts.moves.TRASH.done,
    permission: 'assets:write',
    from: ['LIVE', 'ARCHIVED', 'QUARANTINED'],
    document: TrashPicturesDocument,
  },
  {
    name: 'PURGE',
    label: texts.moves.PURGE.label,
    done: texts.moves.PURGE.done,
    permission: 'assets:purge',
    from: ['TRASHED'],
    document: PurgePicturesDocument,
  },
];

/** Result of an action on many pictures. */
export interface BulkResult {
  changedCount: number;
  /** Number of pictures that already had the requested status or tags. */
  sameCount: number;
  refused: readonly { id: string; why: string }[];
  /** Why the remaining pictures were not processed. Null if all were. */
  stopped: string | null;
}

type MoveData = { move: ({ __typename: 'UpdatedAssets' } & MoveFieldsFragment) | PurgePicturesMutation['purgeAssets'] };

/** Changes the status of pictures, or purges pictures, a hundred per request. Each picture succeeds or fails on its own. */
export function moveAll(
  { document }: PictureMove,
  ids: readonly string[],
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  return changeAll(document, ids, {}, onProgress);
}

async function changeAll(
  document: PictureMove['document'],
  ids: readonly string[],
  extraInput: object,
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  let result: BulkResult = { changedCount: 0, sameCount: 0, refused: [], stopped: null };
  for (let begin = 0; begin < ids.length; begin += AT_ONCE) {
    const chunk = ids.slice(begin, begin + AT_ONCE);
    const outcome = await withSessionSteps(() =>
      sendMutation<MoveData>(document, { input: { ids: chunk, ...extraInput } }),
    );
    if (outcome.kind !== 'DONE') return { ...result, stopped: reasonOf<MoveData>(outcome) };
    const { payload } = outcome;
    const each = 'purgedCount' in payload ? payload.results : 'results' in payload ? payload.results : null;
    const refused = (each ?? []).flatMap(({ assetId, problem }) =>
      problem ? [{ id: assetId, why: problemText(problem) }] : [],
    );
    const changed =
      'purgedCount' in payload ? payload.purgedCount : 'changedCount' in payload ? payload.changedCount : 0;
    result = {
      changedCount: result.changedCount + changed,
      sameCount: result.sameCount + (chunk.length - changed - refused.length),
      refused: [...result.refused, ...refused],
      stopped: null,
    };
    onProgress(begin + chunk.length);
  }
  return result;
}

/** Adds and removes tags of pictures, a hundred pictures per request. Their other tags stay. */
export function tagAll(
  ids: readonly string[],
  tags: { add: readonly string[]; remove: readonly string[] },
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  return changeAll(TagPicturesDocument, ids, tags, onProgress);
}

async function sendMutation<Data>(document: { toString(): string }, variables: object): Promise<MutationOutcome<Data>> {
  const { data, error } = await client.mutation<Data>(document.toString(), variables).toPromise();
  return outcomeOf<Data>(data, error);
}

function reasonOf<Data>(outcome: Exclude<MutationOutcome<Data>, { kind: 'DONE' }>): string {
  if (outcome.kind === 'LEFT') return LEFT_REASONS[outcome.step];
  return outcome.kind === 'FAILURE'
    ? sentenceOf(outcome.failure)
    : problemText(outcome.problem as unknown as ProblemShape);
}

/** Joins the messages of a problem's issues. Returns the problem's own message if it has no issues. */
function problemText(problem: ProblemShape): string {
  const issues = (problem as { issues?: readonly { message: string }[] }).issues ?? [];
  return issues.length > 0 ? issues.map(({ message }) => message).join(' ') : problem.message;
}
