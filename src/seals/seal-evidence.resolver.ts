import { bytesToHex } from '@noble/hashes/utils.js';
import DataLoader from 'dataloader';
import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import {
  publishedBundlesOf,
  publishedTimesOf,
  readCheckpoint,
  type TransparencyLog,
  type VerifiedStamps,
} from '../log/index.ts';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import type { Bundle } from '../proof/bundle.ts';
import { parseNote } from '../proof/note.ts';
import type { Trust } from '../proof/trust.ts';
import { Seal } from './seal.entity.ts';

@ObjectType({ description: 'What proves a seal’s place in the log, as the files of the seal hold it.' })
class SealEvidence {
  @Field(() => String, { description: 'The name of the log that it is in, which may be an earlier one.' })
  readonly logOrigin!: string;

  @Field(() => GraphQLSafeInt, { description: 'Entries of the tree that its place is proven in.' })
  readonly treeSize!: number;

  @Field(() => Sha256, { description: 'The root of that tree, as the checkpoint signs it.' })
  readonly root!: string;

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
  readonly #evidences: (ctx: Context) => DataLoader<Seal, SealEvidence | null>;

  constructor(options: SealEvidenceOptions) {
    this.#options = options;
    this.#evidences = (ctx) => new DataLoader((seals) => this.#read(ctx, seals), { cache: false });
  }

  // What anybody may download; to verify a stamp for each of a list takes time.
  @AccessFor('seals:list')
  @FieldResolver(() => SealEvidence, {
    nullable: true,
    description: 'How its place in the log is proven. Null where no checkpoint covers it.',
  })
  evidence(@Root() seal: Seal, @Ctx() ctx: Context): Promise<SealEvidence | null> {
    return ctx.loader(this.#evidences).load(seal);
  }

  /** Of each; however many, the statements of one. */
  async #read({ em, clock }: Context, seals: readonly Seal[]): Promise<(SealEvidence | null)[]> {
    const { log, stamps, trust } = this.#options;
    const logs = new Set((await log.all(em)).map((known) => known.log));
    // A database that was put together of others may have seals of logs that it has not.
    const inLogs = seals.filter((seal) => logs.has(seal.log));
    const found = await publishedBundlesOf(em, log, inLogs);
    const bundles = seals.map((seal) => found[inLogs.indexOf(seal)] ?? null);
    const proven = seals.flatMap((seal, at) => {
      const bundle = bundles[at];
      return bundle ? [{ log: seal.log, size: bundle.logEntry.inclusionProof.treeSize }] : [];
    });
    const published = await publishedTimesOf(em, proven);
    const isStamped = bundles.some((bundle) => bundle && bundle.timeStamps.length > 0);
    const authorities = isStamped ? (await trust()).timeStampAuthorities : [];
    return Promise.all(
      seals.map(async ({ log: number }, at) => {
        const bundle = bundles[at];
        if (!bundle) return null;
        const { treeSize } = bundle.logEntry.inclusionProof;
        return {
          ...placeIn(bundle),
          publishedAt: published(number, treeSize),
          stampedAt: await stamps.timeOf(bundle, authorities, clock.now()),
        };
      }),
    );
  }
}

function placeIn({ logEntry, timeStamps }: Bundle): Omit<SealEvidence, 'publishedAt' | 'stampedAt'> {
  const { checkpoint: note, treeSize, rootHash } = logEntry.inclusionProof;
  const { origin } = readCheckpoint({ note });
  const witnesses = parseNote(note).signatures.flatMap(({ name }) => (name === origin ? [] : [name]));
  return { logOrigin: origin, treeSize, root: bytesToHex(rootHash), witnesses, hasTimeStamp: timeStamps.length > 0 };
}
