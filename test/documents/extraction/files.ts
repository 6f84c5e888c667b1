import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** Files for tests, written by hand byte by byte, or by Chromium. */

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Part of a page: text in Helvetica at a place, in points from the bottom left corner. */
export interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly text: string;
}

export interface PdfOptions {
  /** Dictionary of the font, without the first `<<`. */
  readonly font?: string;
  /** Entries of the catalogue beyond its pages. */
  readonly catalogue?: string;
  /** Objects after the last of the pages, which has the number `4 + 2 * pages`. */
  readonly more?: readonly string[];
  readonly trailer?: string;
  /** Replaces the byte offset in `startxref`. */
  readonly startXref?: number;
  /** Further entries of each page. */
  readonly page?: string;
}

const HELVETICA = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** Content stream that draws the texts. Characters beyond Latin-1 can't be drawn. */
export function drawn(texts: readonly PdfText[]): string {
  return texts
    .map(({ x, y, size = 11, text }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`)
    .join('\n');
}

/** PDF of A4 pages with these content streams. */
export function pdfOf(streams: readonly string[], options: PdfOptions = {}): Uint8Array {
  const pageOf = (index: number) => 4 + 2 * index;
  const kids = streams.map((_, index) => `${pageOf(index)} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${options.catalogue ?? ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`,
    `<< ${options.font ?? HELVETICA}`,
    ...streams.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${pageOf(index) + 1} 0 R ${options.page ?? '/Resources << /Font << /F1 3 0 R >> >>'} >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
    ...(options.more ?? []),
  ];
  const parts = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`,
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${options.trailer ?? ''} >>\n`,
    `startxref\n${options.startXref ?? length}\n%%EOF\n`,
  );
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'));
}

/** PDF of lines of text from the top of each page. */
export function pdfOfLines(pages: readonly (readonly string[])[], options?: PdfOptions): Uint8Array {
  return pdfOf(
    pages.map((lines) => drawn(lines.map((text, index) => ({ x: 70, y: 700 - 14 * index, text })))),
    options,
  );
}

export interface ZipFileMember {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Replaces the compressed content. */
  readonly packed?: Uint8Array;
  /** Replaces the unpacked size that the archive declares. */
  readonly declaredSize?: number;
  readonly isEncrypted?: boolean;
}

export function zipOf(members: readonly ZipFileMember[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, packed = deflateRawSync(bytes), declaredSize = bytes.length, isEncrypted } of members) {
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredSize, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed]);
    const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, Buffer.alloc(14), nameBytes]);
    central.writeUInt32LE(offset, 42);
    parts.push(local);
    directory.push(central);
    offset += local.length;
  }
  const size = directory.reduce((total, entry) => total + entry.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Paragraph of a DOCX. */
export function paragraph(text: string, { style, list }: { style?: string; list?: number } = {}): string {
  const properties = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    list === undefined ? '' : `<w:numPr><w:ilvl w:val="${list}"/><w:numId w:val="1"/></w:numPr>`,
  ].join('');
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

const HEADING_STYLES = [1, 2, 3]
  .map((level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`)
  .join('');

/** DOCX with this body. `members` add files to it or replace them. */
export function docxOf(
  body: string,
  { footnotes = '', members = [] }: { footnotes?: string; members?: readonly ZipFileMember[] } = {},
): Uint8Array {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
  const own: ZipFileMember[] = Object.entries({
    '[Content_Types].xml': types,
    'word/document.xml': `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${W}>${HEADING_STYLES}</w:styles>`,
    'word/footnotes.xml': `<w:footnotes ${W}>${footnotes}</w:footnotes>`,
    'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  }).map(([name, text]) => ({ name, bytes: utf8(text) }));
  const replaced = new Set(members.map(({ name }) => name));
  return zipOf([...own.filter(({ name }) => !replaced.has(name)), ...members]);
}

/** PDF that Chromium prints of an HTML page. */
export function printedPdf(html: string): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'print-'));
  try {
    const page = path.join(folder, 'page.html');
    const pdf = path.join(folder, 'page.pdf');
    writeFileSync(page, html);
    execFileSync(
      '/usr/bin/chromium-headless-shell',
      [
        '--no-sandbox',
        '--headless',
        '--disable-gpu',
        '--no-pdf-header-footer',
        `--print-to-pdf=${pdf}`,
        `file://${page}`,
      ],
      { stdio: 'ignore' },
    );
    return new Uint8Array(readFileSync(pdf));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
