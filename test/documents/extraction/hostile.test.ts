import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { EXTRACTION_LIMITS } from '../../../src/documents/extraction/extraction-limits.ts';
import { unpackZip, type ZipMember } from '../../../src/documents/extraction/unpack-zip.ts';
import { startThreadTime } from '../../support/processor-time.ts';
import { docxOf, drawn, paragraph, pdfOf, pdfOfLines, utf8, zipOf } from './files.ts';
import { runningText, startExtractor } from './support.ts';

const { extractor, read, refusal } = startExtractor({ workers: 1 });

/** Bytes of a stream object with this dictionary. The content must be Latin-1. */
const stream = (dictionary: string, content: string) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const wordXml = (body: string) => utf8(`<w:document ${W}><w:body>${body}</w:body></w:document>`);
/** Elements that compress as badly as those of honest documents. */
const elements = (count: number) =>
  Array.from({ length: count }, (_, index) => `<w:p w:rsidR="${Math.imul(index, 0x9e3779b1) >>> 0}"/>`).join('');
const withDocument = (bytes: Uint8Array) => docxOf('', { members: [{ name: 'word/document.xml', bytes }] });

async function membersOf(archive: Uint8Array): Promise<ZipMember[]> {
  const members: ZipMember[] = [];
  for await (const member of unpackZip(archive)) members.push(member);
  return members;
}

describe('files of other types are refused by name', () => {
  const ole = (stream16: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream16, 'utf16le')]);

  test.each([
    ['mail.msg', ole('__substg1.0_001A'), 'UNSUPPORTED_TYPE', 'an Outlook message (MSG)'],
    ['brief.doc', ole('WordDocument'), 'UNSUPPORTED_TYPE', 'a Word 97 document (DOC)'],
    ['brief.docx', ole('EncryptedPackage'), 'ENCRYPTED', 'has a password'],
    ['mail.pst', Buffer.from('!BDN and more'), 'UNSUPPORTED_TYPE', 'an Outlook data file (PST)'],
    ['scan.png', Buffer.from('89504e470d0a1a0a', 'hex'), 'UNSUPPORTED_TYPE', 'a picture'],
    ['text.txt', Buffer.from([1, 2, 3, 0, 0, 0, 7, 200]), 'UNSUPPORTED_TYPE', 'binary'],
    ['text.txt', Buffer.alloc(0), 'NO_TEXT', 'empty'],
    ['text.txt', Buffer.from(' \n '), 'NO_TEXT', 'no text'],
    ['files.zip', Buffer.from(zipOf([{ name: 'a.txt', bytes: utf8('a') }])), 'UNSUPPORTED_TYPE', 'a ZIP archive'],
    [
      'mail.eml',
      Buffer.from('From: a@b.c\nTo: d@e.f\nSubject: x\nContent-Type: multipart/encrypted; boundary=x\n\n--x--\n'),
      'ENCRYPTED',
      'is encrypted',
    ],
  ])('%s', async (name, bytes, reason, message) => {
    const refused = await refusal(new Uint8Array(bytes), name);

    expect(refused.reason).toBe(reason);
    expect(refused.message).toContain(message);
  });

  test('a PDF that is named as text is a PDF', async () => {
    expect((await read(pdfOfLines([['Words']]), 'a.txt', 'text/plain')).type).toBe('PDF');
  });
});

describe('ZIP archives', () => {
  test('an honest archive is unpacked', async () => {
    const members = await membersOf(
      zipOf([
        { name: 'case/a.txt', bytes: utf8('first') },
        { name: 'case/b.txt', bytes: utf8('zwei') },
        { name: 'case/', bytes: new Uint8Array() },
        { name: 'case/c.docx', bytes: docxOf(paragraph('x')) },
      ]),
    );

    expect(members.map(({ name }) => name)).toEqual(['case/a.txt', 'case/b.txt', 'case/c.docx']);
    expect(Buffer.from(members[1]!.bytes).toString()).toBe('zwei');
  });

  const zeros = new Uint8Array(20_000_000);
  const packedZeros = deflateRawSync(zeros);
  const many = (count: number) => [...Array(count).keys()].map((index) => ({ name: `${index}`, bytes: utf8('x') }));

  test.each([
    ['a flat bomb', () => zipOf([{ name: 'a', bytes: zeros }]), 'UNFOLDS_TOO_LARGE'],
    [
      'a bomb that lies about its size',
      () => zipOf([{ name: 'a', bytes: zeros, declaredSize: 10 }]),
      'UNFOLDS_TOO_LARGE',
    ],
    ['a nested bomb', () => zipOf([{ name: 'a.zip', bytes: zipOf([{ name: 'a', bytes: zeros }]) }]), 'TOO_DEEP'],
    [
      'a nested bomb without its ending',
      () => zipOf([{ name: 'a', bytes: zipOf([{ name: 'a', bytes: zeros }]) }]),
      'TOO_DEEP',
    ],
    ['too many members', () => zipOf(many(10_001)), 'TOO_MANY_OBJECTS'],
    ['a path out of the folder', () => zipOf([{ name: '../../etc/passwd', bytes: utf8('x') }]), 'UNSAFE_NAME'],
    ['an absolute path', () => zipOf([{ name: '/etc/passwd', bytes: utf8('x') }]), 'UNSAFE_NAME'],
    ['a long name', () => zipOf([{ name: 'x'.repeat(501), bytes: utf8('x') }]), 'UNSAFE_NAME'],
    ['an encrypted member', () => zipOf([{ name: 'a', bytes: utf8('x'), isEncrypted: true }]), 'ENCRYPTED'],
    [
      'a damaged member',
      () => zipOf([{ name: 'a', bytes: utf8('x'), packed: packedZeros.subarray(5, 90) }]),
      'DAMAGED',
    ],
    ['half an archive', () => zipOf([{ name: 'a', bytes: utf8('x') }]).subarray(0, 40), 'DAMAGED'],
  ])('%s is refused', async (_, archive, reason) => {
    await expect(membersOf(archive())).rejects.toMatchObject({ name: 'DocumentRefusal', reason });
  });

  test('many members that unpack to too much together are refused', async () => {
    const member = new Uint8Array(900_000);
    const archive = zipOf(
      [...Array(400).keys()].map((index) => ({ name: `${index}`, bytes: member, packed: deflateRawSync(member) })),
    );

    await expect(membersOf(archive)).rejects.toMatchObject({ reason: 'UNFOLDS_TOO_LARGE' });
  });
});

describe('DOCX', () => {
  const entities = [...Array(20).keys()].map((index) => `<!ENTITY a${index + 1} "&a${index};&a${index};">`).join('');
  const deep = (depth: number) => wordXml(`${'<w:ins>'.repeat(depth)}${paragraph('x')}${'</w:ins>'.repeat(depth)}`);

  test.each([
    [
      'macros',
      () => docxOf(paragraph('x'), { members: [{ name: 'word/vbaProject.bin', bytes: utf8('x') }] }),
      'HAS_MACROS',
    ],
    [
      'an entity bomb',
      () =>
        withDocument(
          utf8(
            `<!DOCTYPE x [<!ENTITY a0 "ha">${entities}]><w:document ${W}><w:body>${paragraph('&a20;')}</w:body></w:document>`,
          ),
        ),
      'DAMAGED',
    ],
    ['very deep XML', () => withDocument(deep(5_000)), 'TOO_DEEP'],
    ['too many elements', () => withDocument(wordXml(elements(1_000_001))), 'TOO_MANY_OBJECTS'],
    ['a bomb', () => withDocument(wordXml(' '.repeat(20_000_000))), 'UNFOLDS_TOO_LARGE'],
    ['broken XML', () => withDocument(utf8('<w:document><w:body')), 'DAMAGED'],
  ])('with %s is refused', async (_, file, reason) => {
    expect((await refusal(file(), 'a.docx')).reason).toBe(reason);
  });

  test('with nested tables and many paragraphs is read', async () => {
    const table = (inner: string) => `<w:tbl><w:tr><w:tc>${inner}</w:tc></w:tr></w:tbl>`;
    const nested = table(table(table(paragraph('inner cell'))));
    const body = [...Array(20_000).keys()].map((index) => paragraph(`Paragraph ${index} of a long document.`)).join('');

    const { text, blocks } = await read(docxOf(nested + body), 'a.docx');

    expect(text).toContain('inner cell');
    expect(blocks.length).toBe(20_001);
  });
});

describe('HTML and e-mail', () => {
  test('200,000 open elements are refused, and 1,000 are read', async () => {
    expect((await refusal(utf8(`<html>${'<div>'.repeat(200_000)}x`))).reason).toBe('TOO_DEEP');
    expect((await read(utf8(`<html>${'<font>'.repeat(1_000)}words`))).text).toBe('words');
  });

  test('a page of 5 MB is read', async () => {
    const page = `<html>${'<p>A paragraph with <b>bold</b> words and <a href="#">links</a>.</p>\n'.repeat(75_000)}`;

    const { blocks } = await read(utf8(page));

    expect(page.length).toBeGreaterThan(5_000_000);
    expect(blocks).toHaveLength(75_000);
  });

  test('a row with 300,000 cells, and text that regular expressions could backtrack on, take linear time', async () => {
    const row = `<html><table><tr>${'<td>x</td>'.repeat(300_000)}</tr></table>`;
    const spaces = `# a${' '.repeat(300_000)}x\n\n${'[^'.repeat(100_000)}\n\n${'> '.repeat(20_000)}\n\n${'*a **a '.repeat(50_000)}\n`;

    expect((await read(utf8(row))).blocks).toHaveLength(1);
    expect((await read(utf8(spaces), 'a.md')).text).toBe(spaces);
    expect((await read(utf8(spaces), 'a.txt')).text).toBe(spaces);
  });

  test('recursive attachments are not opened', async () => {
    let mail = 'Subject: innermost\n\ntext';
    for (let level = 0; level < 200; level++) {
      mail = `From: a@b.c\nTo: d@e.f\nSubject: level ${level}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\nContent-Type: text/plain\n\nwords\n--b${level}\nContent-Type: message/rfc822\n\n${mail}\n--b${level}--\n`;
    }

    const { title, attachments } = await read(utf8(mail), 'a.eml');

    expect(title).toBe('level 199');
    expect(attachments).toHaveLength(1);
  });

  test('200 nested parts are refused', async () => {
    let body = 'Content-Type: text/plain\n\nx';
    for (let level = 0; level < 200; level++) {
      body = `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n${body}\n--b${level}--\n`;
    }

    expect((await refusal(utf8(`Subject: x\n${body}`), 'a.eml')).reason).toBe('TOO_DEEP');
  });
});

describe('PDF', () => {
  const page = (text: string) => drawn([{ x: 70, y: 700, text }]);

  test('with a broken cross-reference table is repaired', async () => {
    expect((await read(pdfOf([page('Words of the page')], { startXref: 7 }))).text).toBe('Words of the page');
  });

  test('without any object is refused', async () => {
    expect((await refusal(utf8('%PDF-1.7\nnothing\n%%EOF'))).reason).toBe('DAMAGED');
  });

  test('with a password is refused', async () => {
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >> /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`;

    expect((await refusal(pdfOf([page('secret')], { trailer: encrypt }))).reason).toBe('ENCRYPTED');
  });

  test('with 100,000 objects is read, and one with too many is refused', async () => {
    const objects = Array<string>(100_000).fill('<< /Type /StructElem >>');
    const declared = stream('/Type /ObjStm /N 2000000 /First 10', 'x');

    expect((await read(pdfOf([page('Words')], { more: objects }))).text).toBe('Words');
    expect((await refusal(pdfOf([page('Words')], { more: [declared] }))).reason).toBe('TOO_MANY_OBJECTS');
  });

  test('with JavaScript is read without running it', async () => {
    const catalogue =
      '/OpenAction << /S /JavaScript /JS (while\\(true\\){} globalThis.hacked = 1; app.alert\\(1\\)) >>';

    expect((await read(pdfOf([page('Words')], { catalogue }))).text).toBe('Words');
  });

  test('with a page tree that contains itself ends', async () => {
    const file = Buffer.from(pdfOf([page('Words')]))
      .toString('latin1')
      .replace('/Kids [4 0 R]', '/Kids [2 0 R]');

    expect(['DAMAGED', 'NO_TEXT', 'TIMED_OUT']).toContain((await refusal(Buffer.from(file, 'latin1'))).reason);
  });

  test.each([
    [
      'a composite font',
      '/Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Hidden /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Hidden /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>',
      29,
    ],
    [
      'a composite font with an unknown order',
      '/Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Hidden /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /ABCDEF+Hidden /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>',
      29,
    ],
  ])('with %s without mapping reports it and presents no garbage', async (_, font, shift) => {
    const glyphs = [...'This is a test of hidden words']
      .map((letter) => (letter.charCodeAt(0) - shift).toString(16).padStart(4, '0'))
      .join('');
    const content = `BT /F1 11 Tf 70 700 Td <${glyphs}> Tj ET`;

    const { text, notices } = await read(pdfOf([content], { font }));

    expect(text).toBe('');
    expect(notices).toEqual([{ kind: 'TEXT_WITHOUT_MAPPING', pages: [1] }]);
  });

  test('with too many pages is refused', async () => {
    expect((await refusal(pdfOf(Array<string>(5_001).fill('')))).reason).toBe('TOO_MANY_PAGES');
  });
});

test('a file of 2 GB is refused before it is read', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'large-'));
  try {
    const file = path.join(folder, 'large.txt');
    writeFileSync(file, 'text');
    truncateSync(file, 2_000_000_000);
    const before = process.memoryUsage().rss;
    const took = startThreadTime();

    const { reason } = await refusal(file);

    expect(reason).toBe('TOO_LARGE');
    expect(took()).toBeLessThan(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a text of 10 MB is read, and hardly needs the main thread', async () => {
  const text = 'The tenant pays the rent on the third working day of each month.\n\n'.repeat(155_000);
  const bytes = utf8(text);
  const took = startThreadTime();

  const document = await read(bytes, 'a.txt');

  expect(bytes.length).toBeGreaterThan(10_000_000);
  expect(document.blocks).toHaveLength(155_000);
  expect(took()).toBeLessThan(1_000);
});

describe('a worker', () => {
  const small = startExtractor({ workers: 1, heapMb: 48 });
  const hasty = startExtractor({ workers: 1, limits: { ...EXTRACTION_LIMITS, baseMs: 1, perMegabyteMs: 0 } });
  const manyPages = () => pdfOf(Array<string>(3_000).fill(drawn([{ x: 70, y: 700, text: 'Words of a page' }])));

  test('that runs out of memory refuses its document, and the next one is read', async () => {
    const document = wordXml(elements(400_000));

    expect((await small.refusal(withDocument(document), 'a.docx')).reason).toBe('TOO_MUCH_MEMORY');
    expect((await small.read(utf8('Next.'), 'a.txt')).text).toBe('Next.');
  });

  test('that takes too long refuses its document', async () => {
    expect((await hasty.refusal(manyPages())).reason).toBe('TIMED_OUT');
  });

  test('is ended when the caller aborts, and the next document is read', async () => {
    const controller = new AbortController();
    const reason = new Error('not needed any more');

    const reading = extractor.extract({
      file: manyPages(),
      name: 'a.pdf',
      mediaType: null,
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });

    await expect(reading).rejects.toBe(reason);
    expect((await read(utf8('Next.'), 'a.txt')).text).toBe('Next.');
  });
});

test('a PDF whose content unfolds to gigabytes is refused, and the process survives', async () => {
  const bomb = deflateSync(Buffer.alloc(1_200_000_000, ' '));
  const file = Buffer.concat([Buffer.from(pdfOf(['x']))])
    .toString('latin1')
    .replace(/<< \/Length 1 >>\nstream\nx\nendstream/, () => stream('/Filter /FlateDecode', bomb.toString('latin1')));

  expect(['TOO_MUCH_MEMORY', 'TIMED_OUT', 'UNFOLDS_TOO_LARGE']).toContain(
    (await refusal(Buffer.from(file, 'latin1'))).reason,
  );
  expect(runningText(await read(utf8('Next.'), 'a.txt'))).toBe('Next.');
});
