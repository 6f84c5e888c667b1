import { DocumentRefusal } from '../document-refusal.ts';
import type { DocumentWriter } from '../document-writer.ts';
import type { DocumentPage, ExtractionNotice } from '../extracted-document.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { pageLines } from './page-lines.ts';
import { damagedPdf, openPdf, type PdfDocument, PictureProbe } from './pdf-reader.ts';
import { type PdfPageLines, writePages } from './write-pages.ts';

interface PdfContent {
  readonly pages: readonly DocumentPage[];
  readonly title: string | null;
  readonly notices: readonly ExtractionNotice[];
}

/**
 * Writes the text of a PDF, page by page.
 * @param bytes are detached
 * @throws DocumentRefusal
 */
export async function writePdf(
  bytes: Uint8Array,
  writer: DocumentWriter,
  limits: ExtractionLimits,
  onProgress: (pagesDone: number, pagesTotal: number) => void,
): Promise<PdfContent> {
  checkObjects(bytes, limits);
  const pdf = await openPdf(bytes);
  const probe = new PictureProbe(pdf);
  try {
    if (pdf.numPages > limits.maxPages) {
      throw new DocumentRefusal(
        'TOO_MANY_PAGES',
        `The PDF has ${pdf.numPages.toLocaleString('en')} pages. At most ${limits.maxPages.toLocaleString('en')} are allowed. Split it.`,
      );
    }
    const read: PdfPageLines[] = [];
    const unmapped: number[] = [];
    const damaged: number[] = [];
    let characters = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await readPage(pdf, probe, number);
      read.push(page);
      if (page.hasUnmappedText) unmapped.push(number);
      if (page.isDamaged) damaged.push(number);
      characters += page.lines.reduce((total, { text }) => total + text.length + 1, 0);
      if (characters > limits.maxCharacters) break;
      onProgress(number, pdf.numPages);
    }
    if (damaged.length === pdf.numPages) throw damagedPdf(undefined);
    const pages = writePages(read, writer);
    const scanned = pages.flatMap(({ isScanned, number }) => (isScanned ? [number] : []));
    const notices: ExtractionNotice[] = [];
    if (scanned.length > 0) notices.push({ kind: 'SCANNED_PAGES', pages: scanned });
    if (unmapped.length > 0) notices.push({ kind: 'TEXT_WITHOUT_MAPPING', pages: unmapped });
    if (damaged.length > 0) notices.push({ kind: 'DAMAGED_PAGES', pages: damaged });
    return { pages, title: await titleOf(pdf), notices };
  } finally {
    await probe.close();
    await pdf.loadingTask.destroy();
  }
}

async function readPage(
  pdf: PdfDocument,
  probe: PictureProbe,
  number: number,
): Promise<PdfPageLines & { hasUnmappedText: boolean; isDamaged: boolean }> {
  try {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const content = await page.getTextContent({ disableNormalization: true });
    const { lines, hasUnmappedText } = pageLines(content, viewport);
    page.cleanup();
    const isScanned = lines.length === 0 && !hasUnmappedText && (await probe.hasPicture(number));
    return { lines, hasUnmappedText, isScanned, isDamaged: false, width: viewport.width, height: viewport.height };
  } catch {
    return { lines: [], hasUnmappedText: false, isScanned: false, isDamaged: true, width: 0, height: 0 };
  }
}

async function titleOf(pdf: PdfDocument): Promise<string | null> {
  try {
    const { info } = await pdf.getMetadata();
    const title = (info as { Title?: unknown }).Title;
    return typeof title === 'string' ? title.slice(0, 500).trim() || null : null;
  } catch {
    return null;
  }
}

const OBJECT = Buffer.from(' obj');
const OBJECT_STREAM = Buffer.from('/ObjStm');

/**
 * Counts the objects that the file shows without unpacking anything: those outside of object streams, and the numbers that the
 * streams declare. The library keeps a table of all objects.
 */
function checkObjects(bytes: Uint8Array, { maxPdfObjects }: ExtractionLimits): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = file.indexOf(OBJECT); at >= 0; at = file.indexOf(OBJECT, at + OBJECT.length)) count++;
  for (let at = file.indexOf(OBJECT_STREAM); at >= 0; at = file.indexOf(OBJECT_STREAM, at + OBJECT_STREAM.length)) {
    const dictionary = file.toString('latin1', Math.max(0, at - 200), at + 200);
    count += Number(/\/N\s{0,5}(\d{1,9})/.exec(dictionary)?.[1] ?? 0);
  }
  if (count <= maxPdfObjects) return;
  throw new DocumentRefusal(
    'TOO_MANY_OBJECTS',
    `The PDF has more than ${maxPdfObjects.toLocaleString('en')} objects. Print it to a new PDF, or split it.`,
  );
}
