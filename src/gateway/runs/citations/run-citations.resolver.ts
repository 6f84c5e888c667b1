import DataLoader from 'dataloader';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { DocumentsApi } from '../../../documents/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { HeldAnswers } from '../held-answers.ts';
import { Run } from '../run.entity.ts';
import { runsById } from '../run.loaders.ts';
import type { RecordedCitation, RecordedClaim } from './recorded-answer.ts';
import { RunCitationsView } from './recorded-citations.types.ts';
import { RunCitations } from './run-citations.entity.ts';

/** Maximum versions whose words are read for a run. Each is loaded as a whole. */
const MOST_VERSIONS = 20;

const citationsOfRuns = ({ em }: Context) =>
  new DataLoader<string, RunCitations | null>(async (ids) => {
    const rows = await em.find(RunCitations, { runId: { $in: [...ids] } });
    const byRun = new Map(rows.map((row) => [row.runId, row]));
    return ids.map((id) => byRun.get(id) ?? null);
  });

/** Adds the recorded citations of answers from documents to runs. */
@Resolver(() => Run)
export class RunCitationsResolver {
  readonly #documents: Pick<DocumentsApi, 'textOf'>;
  readonly #held: HeldAnswers;

  constructor(documents: Pick<DocumentsApi, 'textOf'>, held: HeldAnswers) {
    this.#documents = documents;
    this.#held = held;
  }

  @FieldResolver(() => RunCitationsView, {
    nullable: true,
    description:
      'Places in documents that the answer cites. Null for an answer without documents, and for a held answer until it is approved.',
  })
  async citations(@Root() { id }: Run, @Ctx() ctx: Context): Promise<RunCitationsView | null> {
    const recorded = await ctx.loader(citationsOfRuns).load(id);
    if (!recorded || !(await this.#isReleased(ctx, id))) return null;
    return new RunCitationsView(recorded, await this.#wordsIn(ctx, recorded.claims));
  }

  async #isReleased(ctx: Context, id: string): Promise<boolean> {
    const run = await ctx.loader(runsById).load(id);
    if (!run) return false;
    if (run.approvalId === null) return true;
    const approval = await this.#held.approvalOf(ctx, id);
    return approval !== null && this.#held.stateOf(ctx, approval) === 'APPROVED';
  }

  /** Words of the citations that the caller can read. The texts are read one after the other, because each can be long. */
  async #wordsIn(ctx: Context, claims: readonly RecordedClaim[]): Promise<Map<RecordedCitation, string>> {
    const words = new Map<RecordedCitation, string>();
    const byVersion = Map.groupBy(
      claims.flatMap(({ citations }) => citations),
      ({ versionId }) => versionId,
    );
    for (const [versionId, citations] of [...byVersion].slice(0, MOST_VERSIONS)) {
      const text = await this.#documents.textOf(ctx, versionId);
      if (text !== null) for (const one of citations) words.set(one, text.slice(one.start, one.end));
    }
    return words;
  }
}
