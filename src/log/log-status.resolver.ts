import { bytesToHex } from '@noble/hashes/utils.js';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { formatVerifierKey } from '../proof/note.ts';
import { findNewestCheckpoint } from './log-checkpoint.sql.ts';
import { readSize } from './log-state.sql.ts';
import { type DatedCheckpoint, dated, type WitnessStatus, whyFrozen, witnessesOf } from './log-status.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** As many as a note has room for. */
const MAX_WITNESSES = 100;

@ObjectType('LogCheckpoint', {
  description: 'What the log has signed of itself: how many entries it has, and the root of their tree.',
})
class LogCheckpointView {
  @Field(() => GraphQLSafeInt, { description: 'Entries that it covers.' }) readonly size!: number;
  @Field(() => Sha256, { description: 'Of the tree that they make up.' }) readonly root!: string;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it was published, by the clock of the service.',
  })
  readonly publishedAt!: Date | null;
}

@ObjectType({ description: 'Somebody else’s machine that cosigns the log’s checkpoints.' })
class LogWitness implements WitnessStatus {
  @Field(() => String) readonly name!: string;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Entries of the checkpoint that it cosigned last. Null: it has cosigned none.',
  })
  readonly cosignedSize!: number | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When this service had that.' })
  readonly cosignedAt!: Date | null;
  @Field(() => String, {
    nullable: true,
    description: 'What it holds against the log. Null for nothing; else nothing is sealed.',
  })
  readonly dispute!: string | null;
}

@ObjectType('TransparencyLog', { description: 'The log that every seal stands in, as it is at this moment.' })
class TransparencyLogView {
  @Field(() => String, { description: 'Its name.' }) readonly origin!: string;
  @Field(() => String, { description: 'Its public key, as C2SP’s tools take it.' }) readonly verifierKey!: string;
  @Field(() => GraphQLDateTime, { description: 'When its first entry was made, by the clock of the service.' })
  readonly openedAt!: Date;
  @AtMost(MAX_WITNESSES)
  @Field(() => [String], { description: 'The names of those that it follows, the first one first.' })
  readonly earlier!: string[];
  readonly log!: number;
}

/** How the log stands, for the back office. The log itself is served as it is to everybody. */
@Resolver(() => TransparencyLogView)
export class LogStatusResolver {
  readonly #log: TransparencyLog;

  constructor(log: TransparencyLog) {
    this.#log = log;
  }

  @AccessFor('seals:list')
  @Query(() => TransparencyLogView, {
    nullable: true,
    description: 'The log that is written. Null until something is sealed for the first time.',
  })
  async transparencyLog(@Ctx() { em }: Context): Promise<TransparencyLogView | null> {
    const known = await this.#log.known({ opensFirst: false });
    if (!known) return null;
    const all = await this.#log.all(em);
    return {
      log: known.log,
      origin: known.key.name,
      verifierKey: formatVerifierKey(known.key),
      openedAt: known.openedAt,
      earlier: all.flatMap(({ log, key }) => (log < known.log ? [key.name] : [])),
    };
  }

  @FieldResolver(() => GraphQLSafeInt, { description: 'Entries that are written.' })
  size(@Root() { log }: TransparencyLogView, @Ctx() { em }: Context): Promise<number> {
    return readSize(em, log);
  }

  @FieldResolver(() => LogCheckpointView, { nullable: true, description: 'The newest. Null before the first.' })
  async checkpoint(@Root() { log }: TransparencyLogView, @Ctx() { em }: Context): Promise<LogCheckpointView | null> {
    return viewOf(await dated(em, log, await findNewestCheckpoint(em, log)));
  }

  @FieldResolver(() => LogCheckpointView, {
    nullable: true,
    description: 'The newest that has as many cosignatures as it takes, at the least one. Null: none has.',
  })
  async cosigned(@Root() { log }: TransparencyLogView, @Ctx() { em }: Context): Promise<LogCheckpointView | null> {
    return viewOf(await dated(em, log, await this.#log.cosignedCheckpoint(em, log)));
  }

  @FieldResolver(() => GraphQLNonNegativeInt, {
    description: 'How many of the witnesses a reader is told to ask for. 0: none has to have cosigned.',
  })
  quorum(): number {
    return this.#log.witnessing.quorum;
  }

  @AtMost(MAX_WITNESSES)
  @FieldResolver(() => [LogWitness], { description: 'Those that are set.' })
  witnesses(@Root() { log }: TransparencyLogView, @Ctx() { em }: Context): Promise<LogWitness[]> {
    return witnessesOf(em, log, this.#log);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why nothing is written or signed any more. Null while all is well.',
  })
  frozen(): Promise<string | null> {
    return whyFrozen(this.#log);
  }
}

function viewOf(checkpoint: DatedCheckpoint | null): LogCheckpointView | null {
  if (!checkpoint) return null;
  const { size, root, publishedAt } = checkpoint;
  return { size, root: bytesToHex(root), publishedAt };
}
