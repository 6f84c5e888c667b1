import { getDocumentProxy } from 'unpdf';
import { DocumentRefusal } from '../document-refusal.ts';

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;
export type TextContent = Awaited<ReturnType<PdfPage['getTextContent']>>;
export type TextItem = Extract<TextContent['items'][number], { str: string }>;

/** Never runs JavaScript of the PDF, compiles nothing, and prints no warnings. */
const OPTIONS = { isEvalSupported: false, disableFontFace: true, enableXfa: false, verbosity: 0 } as const;

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

/** Error of the library for a picture that is larger than the limit. */
const PICTURE_TOO_LARGE = /Image exceeded maximum allowed size/;

/** Finds out which pages have pictures, without decoding the pictures. */
export class PictureProbe {
  readonly #source: PdfDocument;
  #probe: PdfDocument | null = null;

  constructor(source: PdfDocument) {
    this.#source = source;
  }

  /** True if the page draws a picture of at least two pixels. */
  async hasPicture(pageNumber: number): Promise<boolean> {
    // A second reader that ends with an error at the first picture, whatever its size.
    this.#probe ??= await getDocumentProxy(await this.#source.getData(), {
      ...OPTIONS,
      stopAtErrors: true,
      maxImageSize: 1,
    });
    const page = await this.#probe.getPage(pageNumber);
    try {
      await page.getOperatorList();
      return false;
    } catch (error) {
      return PICTURE_TOO_LARGE.test(String(error));
    } finally {
      page.cleanup();
    }
  }

  async close(): Promise<void> {
    await this.#probe?.loadingTask.destroy();
  }
}
