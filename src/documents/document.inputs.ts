import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { Base64Bytes, Upload } from '../platform/graphql/schema/scalars.ts';
import { MAX_FILES } from '../platform/http/file-limits.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';
import { MAX_NAME_LENGTH } from './document-name.ts';
import { VersionState } from './version-state.ts';

@InputType({ description: 'Filter for documents. All given conditions must match.' })
export class DocumentFilter extends CreatedFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name. Case and accents don’t matter.' })
  search?: string | null;

  @Field(() => [VersionState], {
    nullable: true,
    description: 'Only documents whose newest version has one of these states. Default: all but ERASED.',
  })
  state?: VersionState[] | null;

  @Field(() => ID, { nullable: true, description: 'Only attachments of this e-mail.' })
  parentId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for attachments of e-mails only, false for documents that were uploaded by themselves.',
  })
  isAttachment?: boolean | null;
}

const DocumentOrder = orderInput('Document', {
  CREATED_AT: 'Time of the first upload.',
  NAME: 'Name, ignoring case.',
});
type DocumentOrder = InstanceType<typeof DocumentOrder>;

@ArgsType()
export class DocumentsArgs extends PageArgs {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;

  @Field(() => DocumentFilter, {
    nullable: true,
    description: 'Only documents that match this filter. Default: all that aren’t erased.',
  })
  filter?: DocumentFilter | null;

  @Field(() => DocumentOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: DocumentOrder | null;
}

@InputType({ description: 'A file to upload. Send exactly one of `file` and `base64`.' })
export class DocumentFileInput {
  @Field(() => String, {
    description: `Path of the document within the case, such as \`letters/2024/offer.pdf\`: 1 to ${MAX_NAME_LENGTH} characters.`,
  })
  name!: string;

  @Field(() => Upload, {
    nullable: true,
    description: 'PDF, DOCX, HTML, Markdown, EML, text, or a ZIP of such files. At most 100 MB.',
  })
  file?: Buffer | null;

  @Field(() => Base64Bytes, { nullable: true, description: 'The file in base64, for small files.' })
  base64?: Buffer | null;
}

@InputType({ description: 'Files to upload to a case.' })
export class UploadDocumentsInput {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;

  @Field(() => [DocumentFileInput], { description: `Files, 1 to ${MAX_FILES}.` })
  files!: DocumentFileInput[];

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'Document to erase.' })
export class EraseDocumentInput {
  @Field(() => ID, { description: 'Id of the document.' })
  documentId!: string;
}
