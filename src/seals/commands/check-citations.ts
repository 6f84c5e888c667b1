import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../platform/command-line/exit.ts';
import { noInput, readArtifact } from '../../platform/command-line/inputs.ts';
import { printable } from '../../platform/command-line/terminal.ts';
import { decodeUtf8 } from '../../proof/index.ts';
import {
  type CitationFile,
  type CitationReport,
  type CitedVersion,
  checkCitationFile,
  citedCopy,
  isCitationFile,
  isFileProven,
  parseCitationFile,
  textDigest,
} from '../../quotations/index.ts';

/** Copies that the caller names to check a citation file with. */
export interface CitationOptions {
  /** Files of cited documents, or their extracted texts. */
  document?: string[];
  /** File with the answer or the brief. */
  quoting?: string;
}

/** A copy of a document, and the number of its version in the citation file. Null if the file doesn't have it. */
export interface DocumentCopy {
  readonly file: string;
  readonly version: number | null;
  /** Sentence about the copy. */
  readonly detail: string;
}

export interface CitationVerdict {
  readonly kind: CitationFile['kind'];
  readonly isProven: boolean;
  readonly documents: readonly DocumentCopy[];
  readonly report: CitationReport;
}

/** Maximum bytes of a citation file, and of an answer or a brief. */
const MAX_BYTES = 16_000_000;

/**
 * Checks the quotations of a citation file with copies of the documents and of the text that quotes. Null for any other file.
 * @throws UsageError for copies of another file. @throws CommandError
 */
export async function checkCitations(file: string, options: CitationOptions): Promise<CitationVerdict | null> {
  const bytes = (await stat(file)).size > MAX_BYTES ? new Uint8Array() : await readFile(file);
  if (!isCitationFile(bytes)) {
    if (!options.document && options.quoting === undefined) return null;
    throw new UsageError('--document and --quoting need a citation file, from `citationFile` of the seal.');
  }
  const cited = parseCitationFile(bytes);
  const copies = await Promise.all((options.document ?? []).map((one) => readCopyOf(one, cited.versions)));
  const quoting = options.quoting === undefined ? null : await readText(options.quoting);
  const report = checkCitationFile(cited, { texts: copies.flatMap(({ text }) => text ?? []), quoting });
  const documents = copies.map(({ text: _, ...copy }) => copy);
  const isMatched = documents.every(({ version }) => version !== null);
  return {
    kind: cited.kind,
    isProven: isMatched && isFileProven(cited.kind, report, documents.length),
    documents,
    report,
  };
}

async function readCopyOf(
  file: string,
  versions: readonly CitedVersion[],
): Promise<DocumentCopy & { text: string | null }> {
  const { sha256 } = await readArtifact(file);
  const copy = citedCopy(versions, sha256);
  if (!copy) return { file, version: null, detail: 'none of the versions', text: null };
  const number = copy.version + 1;
  if (copy.is === 'TEXT') {
    return { file, version: number, detail: 'the extracted text', text: decodeUtf8(await readFile(file)) };
  }
  const version = versions[copy.version]!;
  const text = await extractedText(file, version);
  const detail =
    text === null
      ? `the file; this release extracts another text than ${version.extractor ?? 'the sealed one'}, so pass the extracted text`
      : 'the file, with the same extracted text';
  return { file, version: number, detail, text };
}

/** Text of a file, if the rules of this release extract the sealed one. */
async function extractedText(file: string, { textSha256, mediaType }: CitedVersion): Promise<string | null> {
  const { DocumentExtractor, DocumentRefusal } = await import('../../documents/index.ts');
  const extractor = new DocumentExtractor({ workers: 1 });
  try {
    const found = await extractor.extract({
      file: path.resolve(file),
      name: path.basename(file),
      mediaType: mediaType ?? null,
    });
    return !(found instanceof DocumentRefusal) && textDigest(found.text) === textSha256 ? found.text : null;
  } finally {
    await extractor.close();
  }
}

async function readText(file: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error('too large');
      chunks.push(chunk);
    }
    return decodeUtf8(Buffer.concat(chunks));
  } catch (cause) {
    throw noInput(`The text ${printable(file)} can’t be read as UTF-8 of at most ${MAX_BYTES} bytes.`, cause);
  }
}

const STATES = { PASSED: 'passed', FAILED: 'FAILED', NOT_CHECKED: 'not checked', NOT_CLAIMED: 'no citation' } as const;
/** Maximum characters of the words of a quotation that are printed. */
const MOST_WORDS = 60;

/** Lines for people about the quotations of a citation file. */
export function citationLines({ documents, report, isProven, kind }: CitationVerdict): string {
  const lines = [
    ...documents.map(({ file, version, detail }) =>
      version === null
        ? `  ${'FAILED'.padEnd(13)}${printable(file)} is ${detail}`
        : `  ${'passed'.padEnd(13)}${printable(file)} is ${printable(detail)} of version ${version}`,
    ),
    ...(report.isQuotingSame === false ? [`  ${'FAILED'.padEnd(13)}the text of --quoting isn’t the sealed one`] : []),
    ...report.contradictions.map((one) => `  ${'FAILED'.padEnd(13)}${printable(one)}`),
    ...report.quotations.map(({ quotation: { start, end, tier, place }, result, detail, words, leftOut }) => {
      const at = place && tier ? `, ${tier} at ${place.start}–${place.end} of version ${place.version + 1}` : '';
      const quoted = words === null ? '' : ` “${printable(shortened(words))}”`;
      const without = leftOut.length > 0 ? ` It leaves out ${printable(leftOut.map(shortened).join(', '))}.` : '';
      return `  ${STATES[result].padEnd(13)}${start}–${end}${at}:${quoted} ${detail}${without}`;
    }),
  ];
  const summary = isProven
    ? kind === 'DOCUMENT_VERSION'
      ? 'This is the sealed version.'
      : 'Each quotation that the file calls verified is in the documents.'
    : 'Not every quotation or document is proven. Pass each document with --document, and the answer or brief with --quoting.';
  return `\ncitations  ${summary}\n${lines.join('\n')}${lines.length > 0 ? '\n' : ''}`;
}

const shortened = (words: string) => {
  const line = words.replaceAll(/\s+/g, ' ');
  return line.length > MOST_WORDS ? `${line.slice(0, MOST_WORDS)}…` : line;
};
