import { Field, ID, InputType } from 'type-graphql';
import { Base64Bytes, Upload } from '../../platform/graphql/schema/scalars.ts';
import { LongText } from '../../platform/graphql/schema/text-length.ts';
import { QUOTATION_LIMITS } from '../../quotations/index.ts';
import { MAX_NAMED_DOCUMENTS } from './quotation-report.ts';

@InputType({
  description:
    'A brief, and the documents in which its quotations are looked up. Send exactly one of `caseId` and `documentIds`, and exactly one of `brief`, `file` and `base64`.',
})
export class CheckQuotationsInput {
  @Field(() => ID, { nullable: true, description: 'Case with the documents.' })
  caseId?: string | null;

  @Field(() => [ID], { nullable: true, description: `Documents, 1 to ${MAX_NAMED_DOCUMENTS}.` })
  documentIds?: string[] | null;

  @LongText(QUOTATION_LIMITS.BRIEF)
  @Field(() => String, {
    nullable: true,
    description: `Text of the brief: at most ${QUOTATION_LIMITS.BRIEF} characters. It isn’t stored.`,
  })
  brief?: string | null;

  @Field(() => Upload, {
    nullable: true,
    description: 'The brief as PDF, DOCX, HTML, Markdown, EML or text. It isn’t stored.',
  })
  file?: Buffer | null;

  @Field(() => Base64Bytes, { nullable: true, description: 'The file in base64, for small files.' })
  base64?: Buffer | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the file, such as `brief.md`. It decides between HTML, Markdown, EML and text.',
  })
  fileName?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Seals the report: digests, places and tiers, without the words of the brief and of the documents.',
  })
  seal!: boolean;
}
