import { setTimeout as delay } from 'node:timers/promises';
import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { loadedPage } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { sourceIn } from '../platform/graphql/schema/subscription-source.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { alreadyIssuedField } from '../platform/idempotency/key-fields.ts';
import type { Live } from '../platform/live/live.ts';
import { Case } from './case.entity.ts';
import {
  AddCaseMemberInput,
  CasesArgs,
  CreateCaseInput,
  EraseCaseInput,
  RemoveCaseMemberInput,
  UpdateCaseInput,
} from './case.inputs.ts';
import { canReadCase, casePages, findCase, membersOf } from './case.reads.ts';
import { type CaseService, MAX_MEMBERS } from './case.service.ts';
import { countStates } from './case.sql.ts';
import { CaseMember } from './case-member.entity.ts';
import { CaseProgress, MAX_UNDER_WAY } from './case-progress.type.ts';
import type { DocumentErasure } from './document-erasure.ts';
import { DocumentVersion } from './document-version.entity.ts';
import { CaseChanged, CaseConflict } from './documents.problems.ts';

/** Minimum milliseconds between two messages about one case, so that many documents don’t mean many messages. */
const QUIET_MS = 500;

const CaseConnection = connectionOf(Case, 'Case');

const CreatedCase = payloadOf('CreatedCase', 'The case was created.', {
  case: changed(() => Case),
  alreadyIssued: alreadyIssuedField(),
});
const UpdatedCase = payloadOf('UpdatedCase', 'The case was updated.', { case: changed(() => Case) });
const AddedCaseMember = payloadOf('AddedCaseMember', 'The member was added, or was one already.', {
  case: changed(() => Case),
});
const RemovedCaseMember = payloadOf('RemovedCaseMember', 'The member was removed, or wasn’t one.', {
  case: changed(() => Case),
});
const ErasedCase = payloadOf('ErasedCase', 'The case and all its documents were erased.', {
  case: changed(() => Case),
});

const CreateCaseResult = resultOf('CreateCase', CreatedCase, [CaseConflict, IdempotencyKeyReused]);
const UpdateCaseResult = resultOf('UpdateCase', UpdatedCase, [NotFound, CaseChanged]);
const AddCaseMemberResult = resultOf('AddCaseMember', AddedCaseMember, [NotFound, CaseConflict]);
const RemoveCaseMemberResult = resultOf('RemoveCaseMember', RemovedCaseMember, [NotFound]);
const EraseCaseResult = resultOf('EraseCase', ErasedCase, [NotFound]);

@Resolver(() => Case)
export class CaseResolver {
  readonly #cases: CaseService;
  readonly #erasure: DocumentErasure;
  readonly #live: Live;

  constructor(cases: CaseService, erasure: DocumentErasure, live: Live) {
    this.#cases = cases;
    this.#erasure = erasure;
    this.#live = live;
  }

  @AccessFor('cases:read')
  @Query(() => CaseConnection, {
    description:
      'Cases, newest first: of the caller’s customer, or those that the caller is a member of. With `cases:manage`, all cases, without the documents of others.',
  })
  async cases(
    @Args(() => CasesArgs) args: CasesArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Case>> {
    return loadedPage(await casePages.read(ctx, args, info), (id) => findCase(ctx, id));
  }

  @AccessFor('cases:read')
  @Query(() => Case, {
    nullable: true,
    description: 'Case with this id. Null if it doesn’t exist or the caller can’t see it.',
  })
  case(@Arg('id', () => ID, { description: 'Id of the case.' }) id: string, @Ctx() ctx: Context): Promise<Case | null> {
    return findCase(ctx, id);
  }

  @AccessFor('cases:write')
  @Mutation(() => CreateCaseResult, {
    nullable: true,
    description: 'Creates a case. An operator who creates one becomes its member.',
  })
  async createCase(
    @Arg('input', () => CreateCaseInput) input: CreateCaseInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CreateCaseResult> {
    const result = await this.#cases.create(ctx, input);
    return result instanceof Problem ? result : new CreatedCase(result);
  }

  @AccessFor('cases:write')
  @Mutation(() => UpdateCaseResult, {
    nullable: true,
    description: 'Changes the name, data class or retention of a case whose documents the caller can read.',
  })
  async updateCase(
    @Arg('input', () => UpdateCaseInput) input: UpdateCaseInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateCaseResult> {
    const result = await this.#cases.update(ctx, input);
    return result instanceof Problem ? result : new UpdatedCase({ case: result });
  }

  @AccessFor('cases:members')
  @Mutation(() => AddCaseMemberResult, {
    nullable: true,
    description:
      'Adds an operator or an agent of the customer to a case, who can then read its documents. Takes effect with the next request.',
  })
  async addCaseMember(
    @Arg('input', () => AddCaseMemberInput) input: AddCaseMemberInput,
    @Ctx() ctx: Context,
  ): Promise<typeof AddCaseMemberResult> {
    const result = await this.#cases.addMember(ctx, input);
    return result instanceof Problem ? result : new AddedCaseMember({ case: result });
  }

  @AccessFor('cases:members')
  @Mutation(() => RemoveCaseMemberResult, {
    nullable: true,
    description: 'Removes a member from a case. Takes effect with the next request.',
  })
  async removeCaseMember(
    @Arg('input', () => RemoveCaseMemberInput) input: RemoveCaseMemberInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RemoveCaseMemberResult> {
    const result = await this.#cases.removeMember(ctx, input);
    return result instanceof Problem ? result : new RemovedCaseMember({ case: result });
  }

  @AccessFor('cases:erase')
  @Mutation(() => EraseCaseResult, {
    nullable: true,
    description:
      'Erases a case with all its documents: bytes, texts and names. Ids, digests, lengths and times stay. It can’t be undone.',
  })
  async eraseCase(
    @Arg('input', () => EraseCaseInput) { caseId }: EraseCaseInput,
    @Ctx() ctx: Context,
  ): Promise<typeof EraseCaseResult> {
    const result = await this.#erasure.eraseCase(ctx, caseId);
    if (result instanceof Problem) return result;
    return new ErasedCase({ case: (await findCase(ctx.fork(), caseId)) as Case });
  }

  @AccessFor('cases:read')
  @Subscription(() => CaseProgress, {
    description:
      'Progress of a case’s documents, at once and whenever it changes, at most twice per second. Ends when the caller can’t read the case any more.',
    subscribe: sourceIn<CaseResolver, { caseId: string }>(
      () => CaseResolver,
      (resolver, ctx, { caseId }) => resolver.progress(ctx, caseId),
    ),
  })
  caseProgress(
    @Arg('caseId', () => ID, { description: 'Id of the case.' }) _caseId: string,
    @Root() progress: CaseProgress,
  ): CaseProgress {
    return progress;
  }

  async *progress(ctx: Context, caseId: string): AsyncGenerator<CaseProgress> {
    let hasBegun = false;
    for await (const _ of this.#live.watch('case.progressed', caseId, ctx.signal)) {
      const fresh = ctx.fork();
      if (!(await canReadCase(fresh, caseId))) {
        if (hasBegun) return;
        throw new Refusal('NOT_FOUND', 'This case doesn’t exist, or you can’t read its documents. Check the id.');
      }
      hasBegun = true;
      yield await progressOf(fresh, caseId);
      await delay(QUIET_MS, undefined, { signal: ctx.signal, ref: false }).catch(() => {});
    }
  }

  /** Finds a case that the caller can see, for the query `node`. */
  find(ctx: Context, id: string): Promise<Case | null> {
    return findCase(ctx, id);
  }

  @FieldResolver(() => Boolean, {
    description: 'True if the caller can read the documents. False if it can only choose the members.',
  })
  canRead(@Root() { id }: Case, @Ctx() ctx: Context): Promise<boolean> {
    return canReadCase(ctx, id);
  }

  @FieldResolver(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Number of documents that aren’t erased. Null for callers who can’t read them.',
  })
  async documentCount(@Root() { id, documentCount }: Case, @Ctx() ctx: Context): Promise<number | null> {
    return (await canReadCase(ctx, id)) ? documentCount : null;
  }

  @FieldResolver(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Bytes of all versions that aren’t erased. Null for callers who can’t read them.',
  })
  async byteCount(@Root() { id, byteCount }: Case, @Ctx() ctx: Context): Promise<number | null> {
    return (await canReadCase(ctx, id)) ? byteCount : null;
  }

  @AtMost(MAX_MEMBERS)
  @FieldResolver(() => [CaseMember], {
    description: 'Operators and agents who can read the documents, the first added first.',
  })
  members(@Root() { id }: Case, @Ctx() ctx: Context): Promise<CaseMember[]> {
    return membersOf(ctx, id);
  }
}

async function progressOf({ em }: Context, caseId: string): Promise<CaseProgress> {
  const counts = await countStates(em, caseId);
  const of = (...states: string[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const versions = await em.find(
    DocumentVersion,
    { caseId, state: { $in: ['READING', 'INDEXING'] } },
    { orderBy: { id: 'asc' }, limit: MAX_UNDER_WAY },
  );
  return {
    caseId,
    waiting: of('WAITING'),
    underWay: of('READING', 'INDEXING'),
    ready: of('READY'),
    refused: of('REFUSED'),
    failed: of('FAILED'),
    versions,
  };
}
