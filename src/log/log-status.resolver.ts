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
import { type DatedCheckpoint, dated, frozenReason, type WitnessStatus, witnessesOf } from './log-status.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** Maximum number of listed witnesses, and of listed earlier logs. It is the maximum number of signatures in a note. */
const MAX_WITNESSES = 100;

@ObjectType('LogCheckpoint', {
  description: 'Checkpoint of the transparency log: its signed size and root hash.',
})
class LogCheckpointView {
  @Field(() => GraphQLSafeInt, { description: 'Number of log entries that the checkpoint covers.' })
  readonly size!: number;
  @Field(() => Sha256, { description: 'Root hash of the Merkle tree of the entries that the checkpoint covers.' })
  readonly root!: string;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the checkpoint was published, by the database’s clock. Null if unknown.',
  })
  readonly publishedAt!: Date | null;
}

@ObjectType({ description: 'External witness that cosigns the checkpoints of the transparency log.' })
class LogWitness implements WitnessStatus {
  @Field(() => String, { description: 'Name of the witness.' }) readonly name!: string;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Size of the checkpoint that the witness last cosigned. Null if it never cosigned.',
  })
  readonly cosignedSize!: number | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the service received the witness’s last cosignature. Null if the witness never cosigned.',
  })
  readonly cosignedAt!: Date | null;
  @Field(() => String, {
    nullable: true,
    description: 'The witness’s objection to the log. Null if it has none. While there is one, nothing is sealed.',
  })
  readonly dispute!: string | null;
}

@ObjectType('TransparencyLog', { description: 'Current state of the log of all seals.' })
class TransparencyLogView {
  @Field(() => String, { description: 'Name of the log.' }) readonly origin!: string;
  @Field(() => String, { description: 'Public key of the log, as a C2SP verifier key.' }) readonly verifierKey!: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the log was created, by the database’s clock.' })
  readonly openedAt!: Date;
  @AtMost(MAX_WITNESSES)
  @Field(() => [String], { description: 'Names of earlier logs that this one replaced, oldest first.' })
  readonly previousLogs!: string[];
  readonly log!: number;
}

/** Queries for the status of the log in the back office. The log itself is public. */
@Resolver(() => TransparencyLogView)
export class LogStatusResolver {
  readonly #log: TransparencyLog;

  constructor(log: TransparencyLog) {
    this.#log = log;
  }

  @AccessFor('seals:list')
  @Query(() => TransparencyLogView, {
    nullable: true,
    description:
      'Current transparency log, which records all seals. Null until it is created, at the latest with the first seal.',
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
      previousLogs: all.flatMap(({ log, key }) => (log < known.log ? [key.name] : [])),
    };
  }

  @FieldResolver(() => GraphQLSafeInt, { description: 'Number of entries written to the log.' })
  size(@Root() { log }: TransparencyLogView, @Ctx() { em }: Context): Promise<number> {
    return readSize(em, log);
  }

  @FieldResolver(() => LogCheckpointView, { nullable: true, description: 'Newest checkpoint. Null before the first.' })
  async checkpoint(@Root() { log }: TransparencyLogView, @Ctx() { em }: Context): Promise<LogCheckpointView | null> {
    return viewOf(await dated(em, log, await findNewestCheckpoint(em, log)));
  }

  @FieldResolver(() => LogCheckpointView, {
    nullable: true,
    description:
      'Newest checkpoint with the required number of cosignatures, at least one. Null if no checkpoint has them.',
  })
  async cosigned(@Root() { log }: TransparencyLogView, @Ctx() { em }: Context): Promise<LogCheckpointView | null> {
    return viewOf(await dated(em, log, await this.#log.cosignedCheckpoint(em, log)));
  }

  @FieldResolver(() => GraphQLNonNegativeInt, {
    description: 'Number of witnesses whose cosignatures readers should require. 0: none is required.',
  })
  quorum(): number {
    return this.#log.witnessing.quorum;
  }

  @AtMost(MAX_WITNESSES)
  @FieldResolver(() => [LogWitness], { description: 'Witnesses that are configured for the log.' })
  witnesses(@Root() { log }: TransparencyLogView, @Ctx() { em }: Context): Promise<LogWitness[]> {
    return witnessesOf(em, log, this.#log);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Reason why nothing is written or signed any more. Null if the log works.',
  })
  frozen(): Promise<string | null> {
    return frozenReason(this.#log);
  }
}

function viewOf(checkpoint: DatedCheckpoint | null): LogCheckpointView | null {
  if (!checkpoint) return null;
  const { size, root, publishedAt } = checkpoint;
  return { size, root: bytesToHex(root), publishedAt };
}
