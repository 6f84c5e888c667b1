import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLNonNegativeInt } from 'graphql-scalars';
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { badUserInput } from '../platform/errors/errors.ts';
import { loadedPage } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { alreadyIssuedField } from '../platform/idempotency/key-fields.ts';
import { Case } from './case.entity.ts';
import { findCase } from './case.reads.ts';
import { Document } from './document.entity.ts';
import { DocumentsArgs, EraseDocumentInput, UploadDocumentsInput } from './document.inputs.ts';
import {
  attachmentCountOf,
  attachmentsOf,
  documentPages,
  findDocument,
  findVersion,
  latestVersionOf,
  MAX_LISTED_ATTACHMENTS,
  MAX_LISTED_VERSIONS,
  versionsOf,
} from './document.reads.ts';
import type { DocumentErasure } from './document-erasure.ts';
import { DocumentNotice, MAX_NOTICES } from './document-notice.type.ts';
import type { DocumentUploader, UploadedFile } from './document-upload.ts';
import { DocumentVersion } from './document-version.entity.ts';
import { CaseConflict } from './documents.problems.ts';
import type { DocumentsApi } from './documents-api.ts';
import { UploadOutcome } from './upload-outcome.ts';

/** Maximum number of files that the payload of an upload lists. A zip can have more. */
const MAX_LISTED_FILES = 100;
/** Maximum characters of a version’s text per request. */
const MAX_TEXT_LENGTH = 100_000;
/** Maximum characters of all texts of a request together. */
const MAX_TEXTS_LENGTH = 5_000_000;
/** Characters of texts that a request can still read. */
const textBudget = () => ({ left: MAX_TEXTS_LENGTH });

@ObjectType({ description: 'Result of an upload for one file.' })
class UploadedDocument {
  @Field(() => String, { description: 'Name of the file. A member of a zip has its path.' }) readonly name!: string;
  @Field(() => UploadOutcome, { description: 'Result for the file.' }) readonly outcome!: UploadOutcome;
  readonly documentId!: string | null;
  readonly versionId!: string | null;
  readonly refusal!: UploadedFile['refusal'];
}

@Resolver(() => UploadedDocument)
export class UploadedDocumentResolver {
  @FieldResolver(() => Document, {
    nullable: true,
    description: 'Document that has the bytes. Null for a file that was refused.',
  })
  async document(@Root() { documentId }: UploadedDocument, @Ctx() ctx: Context): Promise<Document | null> {
    return documentId === null ? null : findDocument(ctx, documentId);
  }

  @FieldResolver(() => DocumentVersion, {
    nullable: true,
    description: 'Version that has the bytes. Null for a file that was refused.',
  })
  async version(@Root() { versionId }: UploadedDocument, @Ctx() ctx: Context): Promise<DocumentVersion | null> {
    return versionId === null ? null : findVersion(ctx, versionId);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Code of the reason why the file was refused, or null.' })
  refusal(@Root() { refusal }: UploadedDocument): string | null {
    return refusal?.reason ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Explanation for people why the file was refused, and what to do. Null otherwise.',
  })
  refusalMessage(@Root() { refusal }: UploadedDocument): string | null {
    return refusal?.message ?? null;
  }
}

const fileCount = (text: string) => field<number>(() => GraphQLNonNegativeInt, { description: text });

const DocumentConnection = connectionOf(Document, 'Document');

const UploadedDocuments = payloadOf('UploadedDocuments', 'The files were stored and wait to be read.', {
  documents: field<UploadedFile[]>(() => [UploadedDocument] as const, {
    nullable: true,
    description: `Files in the order of the upload, the first ${MAX_LISTED_FILES}. Null if part of it could not be read: see \`errors\`.`,
    atMost: MAX_LISTED_FILES,
  }),
  fileCount: fileCount('Number of files, members of zips included.'),
  newCount: fileCount('Number of files that became a document or version.'),
  duplicateCount: fileCount('Number of files whose bytes the case already had.'),
  refusedCount: fileCount('Number of files that were refused.'),
  alreadyIssued: alreadyIssuedField(),
});
const ErasedDocument = payloadOf('ErasedDocument', 'The document and its attachments were erased.', {
  document: changed(() => Document),
});
const UploadDocumentsResult = resultOf('UploadDocuments', UploadedDocuments, [
  NotFound,
  CaseConflict,
  IdempotencyKeyReused,
]);
const EraseDocumentResult = resultOf('EraseDocument', ErasedDocument, [NotFound]);

@Resolver(() => Document)
export class DocumentResolver {
  readonly #uploader: DocumentUploader;
  readonly #erasure: DocumentErasure;

  constructor(uploader: DocumentUploader, erasure: DocumentErasure) {
    this.#uploader = uploader;
    this.#erasure = erasure;
  }

  @AccessFor('cases:read')
  @Query(() => Document, {
    nullable: true,
    description: 'Document with this id. Null if it doesn’t exist or the caller can’t read its case.',
  })
  document(
    @Arg('id', () => ID, { description: 'Id of the document.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Document | null> {
    return findDocument(ctx, id);
  }

  @AccessFor('cases:read')
  @Query(() => DocumentConnection, {
    description:
      'Documents of a case, newest first. Empty if the case doesn’t exist or the caller can’t read its documents.',
  })
  async documents(
    @Args(() => DocumentsArgs) args: DocumentsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Document>> {
    return loadedPage(await documentPages.read(ctx, args, info), (id) => findDocument(ctx, id));
  }

  @AccessFor('documents:add')
  @Mutation(() => UploadDocumentsResult, {
    nullable: true,
    description:
      'Adds files to a case. A file with a new name becomes a document, one with a known name a new version of it; bytes that the case has already aren’t added again. The files of a zip become documents with their paths. Without `cases:write`, a file with a known name is refused.',
  })
  async uploadDocuments(
    @Arg('input', () => UploadDocumentsInput) input: UploadDocumentsInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UploadDocumentsResult> {
    const result = await this.#uploader.upload(ctx, input);
    if (result instanceof Problem) return result;
    const { files, alreadyIssued } = result;
    const count = (...outcomes: UploadOutcome[]) => files.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return new UploadedDocuments({
      documents: files.slice(0, MAX_LISTED_FILES),
      fileCount: files.length,
      newCount: count('ADDED', 'NEW_VERSION'),
      duplicateCount: count('DUPLICATE'),
      refusedCount: count('REFUSED'),
      alreadyIssued,
    });
  }

  @AccessFor('cases:erase')
  @Mutation(() => EraseDocumentResult, {
    nullable: true,
    description:
      'Erases a document and its attachments: bytes, texts and names. Ids, digests, lengths and times stay. It can’t be undone.',
  })
  async eraseDocument(
    @Arg('input', () => EraseDocumentInput) { documentId }: EraseDocumentInput,
    @Ctx() ctx: Context,
  ): Promise<typeof EraseDocumentResult> {
    const result = await this.#erasure.eraseDocument(ctx, documentId);
    if (result instanceof Problem) return result;
    return new ErasedDocument({ document: (await findDocument(ctx.fork(), documentId)) as Document });
  }

  /** Finds a document that the caller can read, for the query `node`. */
  find(ctx: Context, id: string): Promise<Document | null> {
    return findDocument(ctx, id);
  }

  @FieldResolver(() => Case, { nullable: true, description: 'Case that the document belongs to.' })
  case(@Root() { caseId }: Document, @Ctx() ctx: Context): Promise<Case | null> {
    return findCase(ctx, caseId);
  }

  @FieldResolver(() => DocumentVersion, {
    nullable: true,
    description: 'Newest version that is READY, which searches and answers use. Null until the first one is.',
  })
  async currentVersion(@Root() { currentVersionId }: Document, @Ctx() ctx: Context): Promise<DocumentVersion | null> {
    return currentVersionId === null ? null : findVersion(ctx, currentVersionId);
  }

  @FieldResolver(() => DocumentVersion, { nullable: true, description: 'Newest version, in any state.' })
  latestVersion(@Root() { id }: Document, @Ctx() ctx: Context): Promise<DocumentVersion | null> {
    return latestVersionOf(ctx, id);
  }

  @FieldResolver(() => Document, {
    nullable: true,
    description: 'E-mail that the document was attached to. Null: it was uploaded by itself.',
  })
  async parent(@Root() { parentId }: Document, @Ctx() ctx: Context): Promise<Document | null> {
    return parentId === null ? null : findDocument(ctx, parentId);
  }

  @AtMost(MAX_LISTED_ATTACHMENTS)
  @FieldResolver(() => [Document], {
    description: `Attachments by name, the first ${MAX_LISTED_ATTACHMENTS} that aren’t erased.`,
  })
  attachments(@Root() { id }: Document, @Ctx() ctx: Context): Promise<Document[]> {
    return attachmentsOf(ctx, id);
  }

  @FieldResolver(() => GraphQLNonNegativeInt, {
    description: 'Number of attachments that aren’t erased. `documents` lists them, with the filter `parentId`.',
  })
  attachmentCount(@Root() { id }: Document, @Ctx() ctx: Context): Promise<number> {
    return attachmentCountOf(ctx, id);
  }

  @AtMost(MAX_LISTED_VERSIONS)
  @FieldResolver(() => [DocumentVersion], {
    description: `Versions, newest first, at most ${MAX_LISTED_VERSIONS}.`,
  })
  versions(@Root() { id }: Document, @Ctx() ctx: Context): Promise<DocumentVersion[]> {
    return versionsOf(ctx, id);
  }
}

@Resolver(() => DocumentVersion)
export class DocumentVersionResolver {
  readonly #documents: Pick<DocumentsApi, 'textOf'>;

  constructor(documents: Pick<DocumentsApi, 'textOf'>) {
    this.#documents = documents;
  }

  @FieldResolver(() => Document, { nullable: true, description: 'Document that this is a version of.' })
  document(@Root() { documentId }: DocumentVersion, @Ctx() ctx: Context): Promise<Document | null> {
    return findDocument(ctx, documentId);
  }

  @AtMost(MAX_NOTICES)
  @FieldResolver(() => [DocumentNotice], {
    description:
      'Facts about the text that its users must know, such as scanned pages. Empty until the version was read.',
  })
  notices(@Root() { notices }: DocumentVersion): DocumentNotice[] {
    return (notices ?? []).map((notice) => new DocumentNotice(notice));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: `Extracted text, or a part of it. Null unless the version is READY. At most ${MAX_TEXT_LENGTH} characters.`,
  })
  async text(
    @Root() { id, state }: DocumentVersion,
    @Arg('start', () => Int, { defaultValue: 0, description: 'First character, in UTF-16 units from 0.' })
    start: number,
    @Arg('length', () => Int, {
      defaultValue: MAX_TEXT_LENGTH,
      description: `Number of characters, 1 to ${MAX_TEXT_LENGTH}.`,
    })
    length: number,
    @Ctx() ctx: Context,
  ): Promise<string | null> {
    if (start < 0) throw badUserInput(`\`start\` (${start}) must not be negative.`);
    if (length < 1 || length > MAX_TEXT_LENGTH) {
      throw badUserInput(`\`length\` (${length}) must be between 1 and ${MAX_TEXT_LENGTH}.`);
    }
    if (state !== 'READY') return null;
    const text = await this.#documents.textOf(ctx, id, { start, end: start + length });
    const budget = ctx.loader(textBudget);
    budget.left -= text?.length ?? 0;
    if (budget.left < 0) {
      throw badUserInput(
        `The texts of one request can have ${MAX_TEXTS_LENGTH} characters together. Request fewer versions, or shorter parts with \`length\`.`,
      );
    }
    return text;
  }
}
