import { getDocumentProxy } from 'unpdf';
import { DocumentRefusal } from '../document-refusal.ts';

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;
export type TextContent = Awaited<ReturnType<PdfPage['getTextContent']>>;
export type TextItem = Extract<TextContent['items'][number], { str: string }>;

/** Never runs JavaScript of the PDF, compiles nothing, decodes no picture, and prints no warnings. */
const OPTIONS = {
  isEvalSupported: false,
  disableFontFace: true,
  enableXfa: false,
  maxImageSize: 1,
  verbosity: 0,
} as const;

/**
 * Opens a PDF. A broken cross-reference table is rebuilt where possible. One that needs no password to be read is opened although
 * it is encrypted.
 * @param bytes are detached
 * @throws DocumentRefusal ENCRYPTED, DAMAGED
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(bytes, OPTIONS);
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PasswordException') {
      throw new DocumentRefusal('ENCRYPTED', 'The PDF has a password. Save it without one, and upload it again.', {
        cause,
      });
    }
    throw damagedPdf(cause);
  }
}

export function damagedPdf(cause: unknown): DocumentRefusal {
  return new DocumentRefusal('DAMAGED', 'The PDF is damaged. Open it in a PDF program, and save it again.', { cause });
}

/** Finds out which pages have pictures, without decoding the pictures. */
export class PictureProbe {
  readonly #pdf: PdfDocument;
  #strict: PdfDocument | null = null;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  /**
   * True if the page draws a picture, or what it draws is damaged. Pictures exceed the limit of both readers: one leaves them out,
   * the other ends at the first one, so that its list of operators is shorter.
   */
  async hasPicture(pageNumber: number): Promise<boolean> {
    this.#strict ??= await getDocumentProxy(await this.#pdf.getData(), { ...OPTIONS, stopAtErrors: true });
    return (await operatorCount(this.#strict, pageNumber)) < (await operatorCount(this.#pdf, pageNumber));
  }

  async close(): Promise<void> {
    await this.#strict?.loadingTask.destroy();
  }
}

async function operatorCount(pdf: PdfDocument, pageNumber: number): Promise<number> {
  const page = await pdf.getPage(pageNumber);
  try {
    return (await page.getOperatorList()).fnArray.length;
  } finally {
    page.cleanup();
  }
}
