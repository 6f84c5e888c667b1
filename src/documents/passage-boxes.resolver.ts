import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { badUserInput } from '../platform/errors/errors.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { DocumentVersion } from './document-version.entity.ts';
import type { DocumentsApi } from './documents-api.ts';
import { boxesOf, MOST_BOXES, type PassageBox } from './passage-boxes.ts';

@ObjectType('PassageBox', {
  description: 'Place of a part of a passage on a page of a PDF: at most one line, in PDF points (1/72 inch).',
})
class PassageBoxView implements PassageBox {
  @Field(() => Int, { description: 'Position of the page in the document, from 1.' }) readonly page!: number;
  @Field(() => Float, { description: 'Distance from the left edge of the page as it is displayed.' })
  readonly x!: number;
  @Field(() => Float, { description: 'Distance from the top edge of the page as it is displayed.' })
  readonly y!: number;
  @Field(() => Float, { description: 'Width of the box.' }) readonly width!: number;
  @Field(() => Float, { description: 'Height of the box.' }) readonly height!: number;
}

/** Adds the places of passages on pages to versions. */
@Resolver(() => DocumentVersion)
export class PassageBoxesResolver {
  readonly #documents: Pick<DocumentsApi, 'readingOf'>;

  constructor(documents: Pick<DocumentsApi, 'readingOf'>) {
    this.#documents = documents;
  }

  @AtMost(MOST_BOXES)
  @FieldResolver(() => [PassageBoxView], {
    description: `Places of a range of the extracted text on the pages of a PDF, in the order of the text, at most ${MOST_BOXES.toLocaleString('en')}. Empty for other types, and unless the version is READY. A line that is only partly in the range is cut in proportion to its characters.`,
  })
  async boxes(
    @Root() { id, state, mediaType }: DocumentVersion,
    @Arg('start', () => Int, { description: 'First character, in UTF-16 units from 0.' }) start: number,
    @Arg('end', () => Int, { description: 'First character after the range.' }) end: number,
    @Ctx() ctx: Context,
  ): Promise<PassageBox[]> {
    if (start < 0) throw badUserInput(`\`start\` (${start}) must not be negative.`);
    if (end <= start) throw badUserInput(`\`end\` (${end}) must be greater than \`start\` (${start}).`);
    if (state !== 'READY' || mediaType !== 'application/pdf') return [];
    const reading = await this.#documents.readingOf(ctx, id);
    return reading?.pages ? boxesOf(reading.pages, { start, end }) : [];
  }
}
