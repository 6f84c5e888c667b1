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

/** Changed by one mutation, at the most. */
const AT_ONCE = 100;

/** What can be done with many pictures at once. */
export interface PictureMove {
  name: 'RELEASE' | 'RESTORE' | 'ARCHIVE' | 'QUARANTINE' | 'TRASH' | 'PURGE';
  label: string;
  /** After how many, e.g. `3 pictures`. */
  done: string;
  permission: string;
  /** In which states it changes anything. */
  from: readonly AssetStatus[];
  document: { toString(): string };
}

export const MOVES: readonly PictureMove[] = [
  {
    name: 'RELEASE',
    label: 'Release',
    done: 'released',
    permission: 'assets:review',
    from: ['QUARANTINED'],
    document: ReleasePicturesDocument,
  },
  {
    name: 'RESTORE',
    label: 'Restore',
    done: 'restored',
    permission: 'assets:write',
    from: ['ARCHIVED', 'TRASHED'],
    document: RestorePicturesDocument,
  },
  {
    name: 'ARCHIVE',
    label: 'Archive',
    done: 'archived',
    permission: 'assets:write',
    from: ['LIVE'],
    document: ArchivePicturesDocument,
  },
  {
    name: 'QUARANTINE',
    label: 'Hold back',
    done: 'held back',
    permission: 'assets:review',
    from: ['LIVE', 'ARCHIVED'],
    document: QuarantinePicturesDocument,
  },
  {
    name: 'TRASH',
    label: 'Move to trash',
    done: 'moved to the trash',
    permission: 'assets:write',
    from: ['LIVE', 'ARCHIVED', 'QUARANTINED'],
    document: TrashPicturesDocument,
  },
  {
    name: 'PURGE',
    label: 'Erase for good',
    done: 'erased for good',
    permission: 'assets:purge',
    from: ['TRASHED'],
    document: PurgePicturesDocument,
  },
];

/** What has become of all of them. */
export interface BulkResult {
  changedCount: number;
  /** It was so already. */
  sameCount: number;
  refused: readonly { id: string; why: string }[];
  /** Why the rest was not tried; null when all were. */
  stopped: string | null;
}

type MoveData = { move: ({ __typename: 'ChangedAssets' } & MoveFieldsFragment) | PurgePicturesMutation['purgeAssets'] };

/** Moves pictures, a hundred at once. Each is judged by itself. */
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
  besides: object,
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  let result: BulkResult = { changedCount: 0, sameCount: 0, refused: [], stopped: null };
  for (let begin = 0; begin < ids.length; begin += AT_ONCE) {
    const chunk = ids.slice(begin, begin + AT_ONCE);
    const outcome = await withSessionSteps(() =>
      sendMutation<MoveData>(document, { input: { ids: chunk, ...besides } }),
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

/** Gives pictures tags and takes tags away, a hundred at once; what each has besides stays. */
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

/** In the service's words, with what they name. */
function problemText(problem: ProblemShape): string {
  const issues = (problem as { issues?: readonly { message: string }[] }).issues ?? [];
  return issues.length > 0 ? issues.map(({ message }) => message).join(' ') : problem.message;
}
