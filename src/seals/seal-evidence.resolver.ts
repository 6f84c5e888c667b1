import { bytesToHex } from '@noble/hashes/utils.js';
import DataLoader from 'dataloader';
import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { Sha256 } from '../platform/graphql/scalars.ts';
import type { Bundle } from '../proof/bundle.ts';
import { parseNote } from '../proof/note.ts';
import type { Trust } from '../proof/trust.ts';
import { publishedAtOf, readCheckpoint } from './log/published-checkpoints.ts';
import type { TransparencyLog } from './log/transparency-log.ts';
import { Seal } from './seal.entity.ts';
import { publishedBundlesOf } from './seal-bundle.ts';
import type { VerifiedStamps } from './time/verified-stamps.ts';

@ObjectType({ description: 'What proves a seal’s place in the log, as the files of the seal hold it.' })
class SealEvidence {
  @Field(() => String, { description: 'The name of the log that it is in, which may be an earlier one.' })
  readonly logOrigin!: string;

  @Field(() => GraphQLSafeInt, { description: 'Entries of the tree that its place is proven in.' })
  readonly treeSize!: number;

  @Field(() => Sha256, { description: 'The root of that tree, as the checkpoint signs it.' })
  readonly rootHash!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When that checkpoint was published, by the clock of the service.',
  })
  readonly publishedAt!: Date | null;

  @Field(() => [String], { description: 'The witnesses that have cosigned that checkpoint, by name.' })
  readonly witnesses!: string[];

  @Field(() => Boolean, { description: 'Whether there is a time stamp in it.' })
  readonly hasTimeStamp!: boolean;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'The time that the time stamp proves, by the certificates that are set. Null without one, and for one that they do not prove.',
  })
  readonly stampedAt!: Date | null;
}

export interface SealEvidenceOptions {
  log: TransparencyLog;
  trust: () => Promise<Trust>;
  stamps: VerifiedStamps;
}

/** What the log adds to seals. */
@Resolver(() => Seal)
export class SealEvidenceResolver {
  readonly #options: SealEvidenceOptions;
  readonly #bundles: (ctx: Context) => DataLoader<Seal, Bundle | null>;

  constructor(options: SealEvidenceOptions) {
    this.#options = options;
    this.#bundles = ({ em }) => new DataLoader((seals) => publishedBundlesOf(em, options.log, seals), { cache: false });
  }

  // What anybody may download; to verify a stamp for each of a list takes time.
  @AccessFor('seals:list')
  @FieldResolver(() => SealEvidence, {
    nullable: true,
    description: 'How its place in the log is proven. Null where no checkpoint covers it.',
  })
  async evidence(@Root() seal: Seal, @Ctx() ctx: Context): Promise<SealEvidence | null> {
    const bundle = await ctx.loader(this.#bundles).load(seal);
    return bundle && this.#evidenceIn(ctx, seal, bundle);
  }

  async #evidenceIn({ em, clock }: Context, seal: Seal, bundle: Bundle): Promise<SealEvidence> {
    const { stamps, trust } = this.#options;
    const { checkpoint: note, treeSize, rootHash } = bundle.logEntry.inclusionProof;
    const { origin } = readCheckpoint({ note });
    const hasTimeStamp = bundle.timeStamps.length > 0;
    return {
      logOrigin: origin,
      treeSize,
      rootHash: bytesToHex(rootHash),
      publishedAt: await publishedAtOf(em, seal.log, treeSize),
      witnesses: parseNote(note).signatures.flatMap(({ name }) => (name === origin ? [] : [name])),
      hasTimeStamp,
      stampedAt: hasTimeStamp ? await stamps.timeOf(bundle, (await trust()).timeStampAuthorities, clock.now()) : null,
    };
  }
}
