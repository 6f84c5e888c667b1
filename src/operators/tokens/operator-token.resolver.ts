import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { keyPayloads } from '../../platform/credentials/key-payloads.ts';
import type { Page } from '../../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../../platform/graphql/schema/connection.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../../platform/idempotency/idempotency-key-reused.ts';
import { OperatorConflict } from '../operator.problems.ts';
import { OperatorToken } from './operator-token.entity.ts';
import {
  IssueOperatorTokenInput,
  OperatorTokensArgs,
  RevokeOperatorTokenInput,
  RotateOperatorTokenInput,
} from './operator-token.inputs.ts';
import { operatorTokenPages } from './operator-token.reads.ts';
import type { OperatorTokenService } from './operator-token.service.ts';

const OperatorTokenConnection = connectionOf(OperatorToken, 'OperatorToken');

const { Issued, Rotated, Revoked } = keyPayloads('OperatorToken', 'operatorToken', OperatorToken, 'token');
const IssueOperatorTokenResult = resultOf('IssueOperatorToken', Issued, [
  NotFound,
  OperatorConflict,
  IdempotencyKeyReused,
]);
const RotateOperatorTokenResult = resultOf('RotateOperatorToken', Rotated, [
  NotFound,
  OperatorConflict,
  IdempotencyKeyReused,
]);
const RevokeOperatorTokenResult = resultOf('RevokeOperatorToken', Revoked, [NotFound]);

@Resolver(() => OperatorToken)
export class OperatorTokenResolver {
  readonly #tokens: OperatorTokenService;

  constructor(tokens: OperatorTokenService) {
    this.#tokens = tokens;
  }

  @AccessFor('own-account:manage')
  @Query(() => OperatorTokenConnection, {
    description:
      'Tokens, newest first: the caller’s own, or those of all operators with `operators:manage`. The secrets aren’t included.',
  })
  operatorTokens(
    @Args(() => OperatorTokensArgs) args: OperatorTokensArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return operatorTokenPages.read(ctx, args, info);
  }

  @AccessFor('own-account:manage')
  @AfterStepUp()
  @Mutation(() => IssueOperatorTokenResult, {
    nullable: true,
    description: 'Issues a token for the caller, or as an ADMIN for another operator. Other tokens stay valid.',
  })
  async issueOperatorToken(
    @Arg('input', () => IssueOperatorTokenInput) input: IssueOperatorTokenInput,
    @Ctx() ctx: Context,
  ): Promise<typeof IssueOperatorTokenResult> {
    const result = await this.#tokens.issueOnce(ctx, input);
    return result instanceof Problem ? result : new Issued({ operatorToken: result.key, ...result });
  }

  @AccessFor('own-account:manage')
  @AfterStepUp()
  @Mutation(() => RotateOperatorTokenResult, {
    nullable: true,
    description:
      'Replaces a token by a new one with the same scopes. The old one stays valid for `overlapHours`. An ADMIN can rotate the tokens of all operators.',
  })
  async rotateOperatorToken(
    @Arg('input', () => RotateOperatorTokenInput) { operatorTokenId, ...rotation }: RotateOperatorTokenInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RotateOperatorTokenResult> {
    const result = await this.#tokens.keys.rotate(ctx, { keyId: operatorTokenId, ...rotation });
    return result instanceof Problem ? result : new Rotated({ operatorToken: result.key, ...result });
  }

  @AccessFor('own-account:manage')
  @Mutation(() => RevokeOperatorTokenResult, {
    nullable: true,
    description:
      'Revokes a token of the caller, or as an ADMIN of any operator. Takes effect with the next request, in other processes within a second.',
  })
  async revokeOperatorToken(
    @Arg('input', () => RevokeOperatorTokenInput) { operatorTokenId }: RevokeOperatorTokenInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeOperatorTokenResult> {
    const result = await this.#tokens.keys.revoke(ctx, operatorTokenId);
    return result instanceof Problem ? result : new Revoked({ operatorToken: result });
  }

  @FieldResolver(() => ID, { description: 'Id of the operator that the token acts as.' })
  operatorId(@Root() token: OperatorToken & { operatorId?: string }): string {
    // Lists of tokens already loaded the value with the same query.
    return token.operatorId ?? token.operator.id;
  }
}
