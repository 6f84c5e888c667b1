import { constants, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { DocumentRefusal } from './document-refusal.ts';
import { EXTRACTION_LIMITS, inMegabytes, type ZipLimits } from './extraction-limits.ts';

export interface ZipMember {
  /** Path in the archive, with `/` between folders. It never leads out of the archive's folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface UnpackOptions {
  /** Members to unpack. The others are counted and checked by their declared size only. */
  readonly wants?: (name: string) => boolean;
  /** True if members can be archives themselves. Default false. */
  readonly allowsArchives?: boolean;
}

const STORED = 0;
const DEFLATED = 8;
/** Members below this size aren't checked for their ratio: a page of spaces is compressed 500 times. */
const RATIO_COUNTS_FROM_BYTES = 1_000_000;
const ARCHIVE_NAME = /\.(zip|7z|rar|tar|tgz|gz|bz2|xz|zst|jar)$/i;
/** First bytes of ZIP, 7z, RAR, gzip, bzip2, xz and zstd. */
const ARCHIVE_MAGIC = ['504b0304', '377abcaf271c', '526172211a07', '1f8b08', '425a68', 'fd377a585a00', '28b52ffd'];
/** ZIP files that are documents, which other code unpacks with bounds of its own. */
const DOCUMENT_NAME = /\.(docx|docm|dotx|dotm|xlsx|xlsm|pptx|pptm|odt|ods|odp|epub)$/i;

/**
 * Unpacks a ZIP archive member by member. Only one member is in memory at a time. The sizes that the archive declares aren't
 * trusted.
 * @throws DocumentRefusal for an archive that is damaged, encrypted, contains archives, or exceeds a limit
 */
export async function* unpackZip(
  bytes: Uint8Array,
  limits: ZipLimits = EXTRACTION_LIMITS.zip,
  { wants = () => true, allowsArchives = false }: UnpackOptions = {},
): AsyncGenerator<ZipMember> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await openZip(buffer);
  if (zip.entryCount > limits.maxMembers) {
    throw new DocumentRefusal(
      'TOO_MANY_OBJECTS',
      `The archive has ${zip.entryCount.toLocaleString('en')} files. At most ${limits.maxMembers.toLocaleString('en')} are allowed. Split it.`,
    );
  }
  let left = limits.maxUnpackedBytes;
  for await (const entry of entriesOf(zip)) {
    checkName(entry.fileName, limits);
    if (entry.fileName.endsWith('/')) continue;
    if (entry.isEncrypted()) throw encrypted();
    const isDocument = DOCUMENT_NAME.test(entry.fileName);
    if (!allowsArchives && !isDocument && ARCHIVE_NAME.test(entry.fileName)) throw nested(entry.fileName);
    if (!wants(entry.fileName)) continue;
    const content = await unpackMember(buffer, zip, entry, left, limits);
    left -= content.byteLength;
    if (!allowsArchives && !isDocument && isArchive(content)) throw nested(entry.fileName);
    yield { name: entry.fileName, bytes: content };
  }
}

async function openZip(buffer: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(buffer, { strictFileNames: false, validateEntrySizes: true });
  } catch (cause) {
    throw damaged(cause);
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<Entry>;
    try {
      next = await entries.next();
    } catch (cause) {
      if (/invalid relative path|absolute path|invalid characters in fileName/.test(String(cause))) {
        throw new DocumentRefusal(
          'UNSAFE_NAME',
          'A file of the archive has a path that leads out of the archive. Pack the folder again.',
          { cause },
        );
      }
      if (/strong encryption/.test(String(cause))) throw encrypted();
      throw damaged(cause);
    }
    if (next.done) return;
    yield next.value;
  }
}

function checkName(name: string, { maxNameLength }: ZipLimits): void {
  if (name.length > maxNameLength) {
    throw new DocumentRefusal(
      'UNSAFE_NAME',
      `A file of the archive has a path of ${name.length} characters. At most ${maxNameLength} are allowed.`,
    );
  }
  if (name.includes('\0')) {
    throw new DocumentRefusal('UNSAFE_NAME', 'A file of the archive has a name with a zero character. Rename it.');
  }
}

/** Inflates one member, and stops as soon as it exceeds a limit, also if it declares a smaller size. */
async function unpackMember(
  buffer: Buffer,
  zip: ZipFile,
  entry: Entry,
  left: number,
  { maxRatio, maxUnpackedBytes }: ZipLimits,
): Promise<Uint8Array> {
  const start = await dataStart(zip, entry);
  const packed = buffer.subarray(start, start + entry.compressedSize);
  if (packed.length < entry.compressedSize) throw damaged();
  const tooLarge = () =>
    new DocumentRefusal(
      'UNFOLDS_TOO_LARGE',
      `The archive unpacks to more than ${inMegabytes(maxUnpackedBytes)}. Split it into several files.`,
    );
  if (entry.compressionMethod === STORED) {
    if (packed.length > left) throw tooLarge();
    return packed;
  }
  if (entry.compressionMethod !== DEFLATED) {
    throw new DocumentRefusal(
      'UNSUPPORTED_TYPE',
      'The archive has a compression method other than Deflate. Pack it again as an ordinary ZIP file.',
    );
  }
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    inflate.end(packed);
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > left) throw tooLarge();
      if (length > RATIO_COUNTS_FROM_BYTES && length > packed.length * maxRatio) {
        throw new DocumentRefusal(
          'UNFOLDS_TOO_LARGE',
          `A file of the archive unpacks to more than ${maxRatio} times its size. Upload that file on its own.`,
        );
      }
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof DocumentRefusal ? cause : damaged(cause);
  }
  if (length !== entry.uncompressedSize) throw damaged();
  return Buffer.concat(chunks, length);
}

async function dataStart(zip: ZipFile, entry: Entry): Promise<number> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return fileDataStart;
  } catch (cause) {
    throw damaged(cause);
  }
}

function isArchive(content: Uint8Array): boolean {
  const first = Buffer.from(content.subarray(0, 6)).toString('hex');
  return ARCHIVE_MAGIC.some((magic) => first.startsWith(magic));
}

function nested(name: string): DocumentRefusal {
  return new DocumentRefusal(
    'TOO_DEEP',
    `The archive contains another archive, ${name.slice(-100)}. Unpack it first, or upload it on its own.`,
  );
}

function encrypted(): DocumentRefusal {
  return new DocumentRefusal('ENCRYPTED', 'The archive is encrypted. Upload it without a password.');
}

function damaged(cause?: unknown): DocumentRefusal {
  return new DocumentRefusal('DAMAGED', 'The ZIP archive is damaged. Pack it again.', { cause });
}
