import { AnnotationMode, GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import jbig2Url from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url';
import 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';

/** Draws pages of PDFs by pdf.js, whose files are all served by this service. */

/** Fonts that PDFs can name without containing them, by file name. */
const FONTS = import.meta.glob<string>('../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const FONT_URLS = new Map(Object.entries(FONTS).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));

/** Maximum pixels of a picture in a PDF, and of a drawn page. */
const MOST_PIXELS = 40_000_000;
const MOST_DRAWN_PIXELS = 12_000_000;

GlobalWorkerOptions.workerSrc = workerUrl;

/** Hands the service's own copies of the standard fonts to pdf.js, and refuses everything else. */
class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = FONT_URLS.get(filename);
    const response = url === undefined ? null : await fetch(url);
    if (!response?.ok) throw new Error(`no file ${filename}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

export interface DrawnPage {
  /** Resolves when the page is drawn. Rejects if it can't be, or after `cancel`. */
  readonly done: Promise<void>;
  cancel(): void;
}

/** A PDF that was opened. */
export class OpenPdf {
  readonly #pdf: PDFDocumentProxy;

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf;
  }

  get pageCount(): number {
    return this.#pdf.numPages;
  }

  page(number: number): Promise<PDFPageProxy> {
    return this.#pdf.getPage(number);
  }

  close(): void {
    void this.#pdf.loadingTask.destroy();
  }
}

/**
 * Opens a PDF in a worker. Its JavaScript never runs: this part of pdf.js has none. Nothing is fetched but our own fonts and
 * decoders. WebAssembly is off, because the content security policy forbids it.
 * @param bytes are detached
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  return new OpenPdf(
    await getDocument({
      data: bytes,
      BinaryDataFactory: OwnFiles,
      wasmUrl: new URL('.', new URL(jbig2Url, location.href)).href,
      useWasm: false,
      useWorkerFetch: false,
      useSystemFonts: false,
      enableXfa: false,
      maxImageSize: MOST_PIXELS,
      verbosity: 0,
    }).promise,
  );
}

/**
 * Draws a page into a canvas.
 * @param width in CSS pixels
 */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): DrawnPage {
  const natural = page.getViewport({ scale: 1 });
  const wanted = (width / natural.width) * (globalThis.devicePixelRatio || 1);
  const scale = Math.min(wanted, Math.sqrt(MOST_DRAWN_PIXELS / (natural.width * natural.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  return { done: task.promise, cancel: () => task.cancel() };
}
