import { Arg, Ctx, Field, FieldResolver, ID, InputType, Mutation, Resolver, Root } from 'type-graphql';
import { DocumentVersion, findVersion, QuotationReport } from '../../documents/index.ts';
import type { Run } from '../../gateway/index.ts';
import { RecordedElsewhere } from '../../platform/audit/recorded-elsewhere.ts';
import { AccessFor } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { NotFound } from '../../platform/graphql/schema/problem.ts';
import { encodeUtf8 } from '../../proof/bytes.ts';
import { parseCitationFile } from '../../quotations/index.ts';
import { Seal } from '../seal.entity.ts';
import type { SealLimits } from '../seal.limits.ts';
import { sealsByDigest, sealsById } from '../seal.loaders.ts';
import { SealConflict } from '../seal.problems.ts';
import type { SealService } from '../seal.service.ts';
import { citationFileOf } from './citation-file-of.ts';
import { sealableVersion, versionFileOf } from './sealable-citations.ts';

@InputType({ description: 'Document version to seal.' })
class SealDocumentVersionInput {
  @Field(() => ID, { description: 'Id of the version, which must have been read.' })
  versionId!: string;
}

const SealedDocumentVersion = payloadOf('SealedDocumentVersion', 'The digests of the version were sealed.', {
  seal: changed(() => Seal, 'The new seal, or the existing seal of this version.'),
});

const SealDocumentVersionResult = resultOf('SealDocumentVersion', SealedDocumentVersion, [NotFound, SealConflict]);

interface DocumentSealOptions {
  seals: Pick<SealService, 'sealCitationFile'>;
  limits: Pick<SealLimits, 'takeSeal'>;
}

/** Adds the field `seal` to document versions, and the mutation that seals one. */
@Resolver(() => DocumentVersion)
export class DocumentSealResolver {
  readonly #options: DocumentSealOptions;

  constructor(options: DocumentSealOptions) {
    this.#options = options;
  }

  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Newest seal of the version’s digests. It stays after an erasure. Null if the version isn’t sealed.',
  })
  seal(@Root() version: DocumentVersion, @Ctx() ctx: Context): Promise<Seal | null> {
    return newestSealOf(ctx, version);
  }

  @AccessFor('cases:read')
  @RecordedElsewhere('the transparency log')
  @Mutation(() => SealDocumentVersionResult, {
    nullable: true,
    description:
      'Seals digests, size and media type of a document version and the rules by which its text was extracted, without name and text. Sealing again returns the existing seal, unless that was revoked, superseded or erased.',
  })
  async sealDocumentVersion(
    @Arg('input', () => SealDocumentVersionInput) { versionId }: SealDocumentVersionInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SealDocumentVersionResult> {
    const version = await findVersion(ctx, versionId);
    if (!version) return new NotFound(versionId);
    const file = versionFileOf(version);
    if (version.state !== 'READY' || !file) {
      const existing = version.state === 'ERASED' ? await newestSealOf(ctx, version) : null;
      if (existing) return new SealedDocumentVersion({ seal: existing });
      return new SealConflict(`The version is ${version.state}, but only a version that is READY can be sealed.`);
    }
    const { seals, limits } = this.#options;
    await limits.takeSeal(ctx);
    return new SealedDocumentVersion({ seal: await seals.sealCitationFile(ctx, sealableVersion(versionId, file)) });
  }
}

async function newestSealOf(ctx: Context, version: DocumentVersion): Promise<Seal | null> {
  const file = versionFileOf(version);
  if (!file) return null;
  const found = await ctx.loader(sealsByDigest).load(sealableVersion(version.id, file).sha256);
  return found.findLast(({ subject }) => subject === 'DOCUMENT_VERSION') ?? null;
}

/** Adds the field `citationFile` to seals. */
@Resolver(() => Seal)
export class CitationFileResolver {
  readonly #findRun: (ctx: Context, id: string) => Promise<Run | null>;

  constructor(findRun: (ctx: Context, id: string) => Promise<Run | null>) {
    this.#findRun = findRun;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Sealed bytes of a seal of citations, of a quotation report or of a document version: JSON with digests, places and tiers, to save byte for byte as UTF-8 and to pass on. Null for other seals, and for callers who can’t see the run or can’t read each of the versions.',
  })
  async citationFile(@Root() seal: Seal, @Ctx() ctx: Context): Promise<string | null> {
    const content = await citationFileOf(ctx.em, seal);
    if (content === null) return null;
    if (seal.runId) return (await this.#findRun(ctx, seal.runId)) && content;
    const { versions } = parseCitationFile(encodeUtf8(content));
    const found = await Promise.all(versions.map((version) => findVersion(ctx, version.id)));
    return found.every((version) => version !== null) ? content : null;
  }
}

/** Adds the field `seal` to quotation reports, for those requested with `seal: true`. */
@Resolver(() => QuotationReport)
export class ReportSealResolver {
  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Seal of the report, requested by `seal: true`. Null without one.',
  })
  async seal(@Root() { sealId }: QuotationReport, @Ctx() ctx: Context): Promise<Seal | null> {
    return sealId === undefined ? null : ctx.loader(sealsById).load(sealId);
  }
}
