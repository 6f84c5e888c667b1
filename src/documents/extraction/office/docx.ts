import type { TextRange } from '../../../quotations/index.ts';
import { DocumentRefusal } from '../document-refusal.ts';
import type { DocumentWriter } from '../document-writer.ts';
import type { BlockKind } from '../extracted-document.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { unpackZip } from '../unpack-zip.ts';
import { xmlElements } from './xml-elements.ts';

/** Element of the document model of mammoth. Members are those that its reader sets, by type. */
interface ModelElement {
  readonly type: string;
  readonly children?: readonly ModelElement[];
  readonly value?: string;
  readonly styleId?: string | null;
  readonly styleName?: string | null;
  readonly numbering?: { readonly level: string } | null;
  readonly noteType?: string;
  readonly noteId?: string;
  readonly body?: readonly ModelElement[];
  readonly breakType?: string;
}
interface DocumentModel extends ModelElement {
  readonly notes: { resolve(reference: ModelElement): ModelElement | null };
}

/**
 * mammoth's options and inputs that are used here, which its types don't have: `file` replaces its own ZIP reader, and
 * `transformDocument` gets the document's model.
 */
interface MammothReader {
  convertToHtml(
    input: { file: MemberFiles },
    options: { transformDocument(model: DocumentModel): DocumentModel; includeEmbeddedStyleMap: boolean },
  ): Promise<unknown>;
}
interface MemberFiles {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<Uint8Array | string>;
}

const CONTENT_TYPES = '[Content_Types].xml';
const READ = /^\[Content_Types\]\.xml$|\.rels$|^(?:word|docProps)\/[^/]*\.xml$/i;
const MACROS = /vba(?:Project|Data)\w*\.(?:bin|xml)$/i;

/**
 * Writes the text of a DOCX: headings, paragraphs, lists, table rows and notes, in the order of the document. Tracked deletions
 * are left out, and insertions are included. Each footnote follows the block that refers to it.
 * @returns the title in the document's properties
 * @throws DocumentRefusal
 */
export async function writeDocx(
  bytes: Uint8Array,
  writer: DocumentWriter,
  limits: ExtractionLimits,
): Promise<string | null> {
  const members = await membersOf(bytes, limits);
  const model = await readModel(members);
  writeModel(model, writer);
  const properties = members.get('docProps/core.xml');
  if (!properties) return null;
  const title = /<dc:title>([^<]{1,500})<\/dc:title>/.exec(new TextDecoder().decode(properties))?.[1];
  return title ? withoutEntities(title).trim() || null : null;
}

/** Unpacks the XML of a DOCX and measures it, because the parser would build a tree of any size. */
async function membersOf(bytes: Uint8Array, limits: ExtractionLimits): Promise<Map<string, Uint8Array>> {
  const members = new Map<string, Uint8Array>();
  let hasMacros = false;
  const wants = (name: string) => {
    hasMacros ||= MACROS.test(name);
    return READ.test(name);
  };
  // Attached files of a document aren't opened, so that archives in it are harmless.
  for await (const { name, bytes: content } of unpackZip(bytes, limits.zip, { wants, allowsArchives: true })) {
    members.set(name, content);
  }
  const types = members.get(CONTENT_TYPES);
  if (hasMacros || (types && /macroEnabled/i.test(new TextDecoder().decode(types)))) {
    throw new DocumentRefusal(
      'HAS_MACROS',
      'The document has macros. Save it as DOCX without macros, and upload it again.',
    );
  }
  let elements = 0;
  for (const content of members.values()) {
    elements += xmlElements(new TextDecoder().decode(content), limits.maxXmlDepth, limits.maxXmlElements - elements);
  }
  return members;
}

async function readModel(members: ReadonlyMap<string, Uint8Array>): Promise<DocumentModel> {
  // Loaded on first use, because only few documents need it.
  const { default: library } = await import('mammoth');
  const mammoth = library as unknown as MammothReader;
  const file: MemberFiles = {
    exists: (name) => members.has(name),
    read: async (name, encoding) => {
      const content = members.get(name) ?? new Uint8Array();
      if (encoding === undefined) return content;
      return encoding === 'base64'
        ? Buffer.from(content).toString('base64')
        : new TextDecoder(encoding).decode(content);
    },
  };
  let model: DocumentModel | null = null;
  try {
    await mammoth.convertToHtml(
      { file },
      {
        includeEmbeddedStyleMap: false,
        transformDocument(read) {
          model = read;
          // The model is written here, so nothing is left to convert.
          return { ...read, children: [] };
        },
      },
    );
  } catch (cause) {
    throw new DocumentRefusal(
      'DAMAGED',
      'The DOCX file is damaged. Open it with a word processor, and save it again.',
      {
        cause,
      },
    );
  }
  return model!;
}

function writeModel(model: DocumentModel, writer: DocumentWriter): void {
  const noteNumbers = new Map<string, number>();

  for (const child of model.children ?? []) writeElement(child);

  function writeElement(element: ModelElement): void {
    if (element.type === 'table') {
      for (const row of element.children ?? []) writeRow(row);
      return;
    }
    if (element.type !== 'paragraph') {
      for (const child of element.children ?? []) writeElement(child);
      return;
    }
    const { kind, level } = blockKind(element);
    writeBlock(kind, level, [element]);
  }

  function writeRow(row: ModelElement): void {
    writeBlock('TABLE_ROW', null, row.children ?? [], '\t');
  }

  function writeBlock(kind: BlockKind, level: number | null, elements: readonly ModelElement[], separator = ''): void {
    const pieces: string[] = [];
    const marks: TextRange[] = [];
    const notes: { number: number; body: readonly ModelElement[] }[] = [];
    let length = 0;
    const add = (piece: string) => {
      pieces.push(piece);
      length += piece.length;
    };
    const walk = (element: ModelElement) => {
      switch (element.type) {
        case 'text':
          add(element.value ?? '');
          return;
        case 'tab':
          add('\t');
          return;
        case 'break':
          if (element.breakType === 'line') add('\n');
          return;
        case 'noteReference': {
          const note = model.notes.resolve(element);
          if (!note) return;
          const key = `${element.noteType}-${element.noteId}`;
          const isFirst = !noteNumbers.has(key);
          const number = noteNumbers.get(key) ?? noteNumbers.size + 1;
          noteNumbers.set(key, number);
          const mark = `[${number}]`;
          marks.push({ start: length, end: length + mark.length });
          add(mark);
          if (isFirst) notes.push({ number, body: note.body ?? [] });
          return;
        }
        case 'paragraph':
        case 'tableRow':
          if (length > 0 && !/\s/.test(pieces.at(-1)?.at(-1) ?? ' ')) add(' ');
          break;
      }
      for (const child of element.children ?? []) walk(child);
    };
    for (const [index, element] of elements.entries()) {
      if (index > 0 && separator !== '') add(separator);
      walk(element);
    }
    writer.addBlock(kind, pieces.join(''), { level, marks });
    for (const { number, body } of notes)
      writeBlock('FOOTNOTE', null, [{ type: 'text', value: `[${number}] ` }, ...body]);
  }
}

function blockKind({ styleId, styleName, numbering }: ModelElement): { kind: BlockKind; level: number | null } {
  // Word writes the names of its own styles in English, in any language of its screens.
  const style = styleName ?? styleId ?? '';
  const heading = /^heading ?([1-9])$/i.exec(style)?.[1];
  if (heading) return { kind: 'HEADING', level: Math.min(6, Number(heading)) };
  if (/^title$/i.test(style)) return { kind: 'HEADING', level: 1 };
  if (numbering) return { kind: 'LIST_ITEM', level: Number(numbering.level) + 1 };
  if (/^(?:intense )?quote$|^block text$/i.test(style)) return { kind: 'QUOTE', level: null };
  return { kind: 'PARAGRAPH', level: null };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}
