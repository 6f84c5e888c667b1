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

@ObjectType({ description: 'Proof of a seal’s position in the log, as in the seal’s files.' })
class SealEvidence {
  @Field(() => String, { description: 'Name of the log that has the seal. It can be an earlier log.' })
  readonly logOrigin!: string;

  @Field(() => GraphQLSafeInt, { description: 'Number of entries in the tree that proves the position.' })
  readonly treeSize!: number;

  @Field(() => Sha256, { description: 'Root hash of the tree with `treeSize` entries, as signed in the checkpoint.' })
  readonly root!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the checkpoint that proves the position was published, by the database’s clock. Null if unknown.',
  })
  readonly publishedAt!: Date | null;

  @Field(() => [String], { description: 'Names of the witnesses that cosigned the checkpoint.' })
  readonly witnesses!: string[];

  @Field(() => Boolean, { description: 'True if the seal has a time stamp.' })
  readonly hasTimeStamp!: boolean;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time proven by the time stamp and the trusted certificates. Null without a time stamp, and if it can’t be verified.',
  })
  readonly stampedAt!: Date | null;
}

export interface SealEvidenceOptions {
  log: TransparencyLog;
  trust: () => Promise<Trust>;
  stamps: VerifiedStamps;
}

/** Adds the field with the evidence from the log to seals. */
@Resolver(() => Seal)
export class SealEvidenceResolver {
  readonly #options: SealEvidenceOptions;
  readonly #evidences: (ctx: Context) => DataLoader<Seal, SealEvidence | null>;

  constructor(options: SealEvidenceOptions) {
    this.#options = options;
    this.#evidences = (ctx) => new DataLoader((seals) => this.#read(ctx, seals), { cache: false });
  }

  // The public files contain the same evidence. The field is for operators only, because verifying the stamps of a whole list
  // takes time.
  @AccessFor('seals:list')
  @FieldResolver(() => SealEvidence, {
    nullable: true,
    description: 'Proof of the seal’s position in the log. Null if no checkpoint covers it.',
  })
  evidence(@Root() seal: Seal, @Ctx() ctx: Context): Promise<SealEvidence | null> {
    return ctx.loader(this.#evidences).load(seal);
  }

  /** Reads the evidence of several seals. More seals of one log don’t need more SQL statements. */
  async #read({ em, clock }: Context, seals: readonly Seal[]): Promise<(SealEvidence | null)[]> {
    const { log, stamps, trust } = this.#options;
    const logs = new Set((await log.all(em)).map((known) => known.log));
    // Excludes seals of unknown logs, which a database restored from several sources can have.
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
