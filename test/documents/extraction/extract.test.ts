import { describe, expect, test } from 'vitest';
import { headingPathAt, pageAt } from '../../../src/documents/extraction/places.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { docxOf, drawn, paragraph, pdfOf, pdfOfLines, printedPdf, utf8 } from './files.ts';
import { blocksOf, rangesOf, runningText, startExtractor } from './support.ts';

const { extractor, read } = startExtractor({ workers: 1 });

describe('text', () => {
  test('the text of a plain file is the file itself, and empty lines separate its paragraphs', async () => {
    const original = 'First line\r\nsecond line.\r\n\r\n  Indented paragraph.  \r\n';

    const document = await read(utf8(original), 'a.txt');

    expect(document.text).toBe(original);
    expect(blocksOf(document)).toEqual([
      ['PARAGRAPH', 'First line\r\nsecond line.'],
      ['PARAGRAPH', 'Indented paragraph.'],
    ]);
    expect(document.pages).toBeNull();
    expect(document.notices).toEqual([]);
  });

  test.each([
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...utf8('Größe')], []],
    ['UTF-16 LE with a mark', [0xff, 0xfe, ...Buffer.from('Größe', 'utf16le')], []],
    ['UTF-16 BE with a mark', [0xfe, 0xff, ...Buffer.from('Größe', 'utf16le').swap16()], []],
    ['UTF-16 LE', [...Buffer.from('Größe', 'utf16le')], ['utf-16le']],
    ['Windows-1252', [...Buffer.from('Größe', 'latin1')], ['windows-1252']],
  ])('%s is decoded', async (_, bytes, guessed) => {
    const { text, notices } = await read(Uint8Array.from(bytes), 'a.txt');

    expect(text).toBe('Größe');
    expect(notices).toEqual(guessed.map((encoding) => ({ kind: 'ENCODING_GUESSED', encoding })));
  });

  test.each([
    ['The tenant pays the rent on the third working day of each month, and the landlord confirms the receipt.', 'en'],
    ['Der Mieter zahlt die Miete am dritten Werktag jedes Monats, und der Vermieter bestätigt den Eingang.', 'de'],
    [
      'Le locataire paie le loyer le troisième jour ouvrable de chaque mois, et le bailleur en confirme la réception.',
      'fr',
    ],
  ])('%j', async (text, language) => {
    expect((await read(utf8(text))).language).toBe(language);
  });

  test('a short text, and one in two languages, have no language', async () => {
    const english = 'The tenant pays the rent on the third working day of each month to the landlord. '.repeat(60);
    const german = 'Der Mieter zahlt dem Vermieter die Miete am dritten Werktag jedes Monats im Voraus. '.repeat(60);

    expect((await read(utf8('Vertrag'))).language).toBeNull();
    expect((await read(utf8(english + german))).language).toBeNull();
  });
});

test('the text of a Markdown file is the file itself, and its blocks leave the signs out', async () => {
  const original =
    '---\ntitle: A lease\n---\n# Rent\n\nThe rent[^1] is due.\n\n- first\n  - inner\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nHeading\n=======\n\n[^1]: Without costs.\n';

  const document = await read(utf8(original), 'a.md');

  expect(document.text).toBe(original);
  expect(document.title).toBe('A lease');
  expect(blocksOf(document)).toEqual([
    ['HEADING', 'Rent'],
    ['PARAGRAPH', 'The rent[^1] is due.'],
    ['LIST_ITEM', 'first'],
    ['LIST_ITEM', 'inner'],
    ['QUOTE', 'quoted'],
    ['TABLE_ROW', '| a | b |'],
    ['TABLE_ROW', '| 1 | 2 |'],
    ['HEADING', 'Heading'],
    ['FOOTNOTE', '[^1]: Without costs.'],
  ]);
  expect(rangesOf(document)).toEqual(['[^1]', '[^1]: Without costs.']);
});

test('an HTML page is read without its scripts and styles', async () => {
  const document = await read(
    utf8(
      '<!doctype html><title>Lease &amp; costs</title><style>p{}</style><h2>Rent</h2><p>Due <b>now</b><sup>1</sup>\n soon.<script>alert(1)</script><ul><li>one<ul><li>two</ul></ul><table><tr><th>a<td><p>b</p></table><blockquote>Quote</blockquote><pre>x\n  y</pre><div class="footnotes"><p>1 Note</p></div>',
    ),
  );

  expect(document.type).toBe('HTML');
  expect(document.title).toBe('Lease & costs');
  expect(blocksOf(document)).toEqual([
    ['HEADING', 'Rent'],
    ['PARAGRAPH', 'Due now1 soon.'],
    ['LIST_ITEM', 'one'],
    ['LIST_ITEM', 'two'],
    ['TABLE_ROW', 'a\tb'],
    ['QUOTE', 'Quote'],
    ['PARAGRAPH', 'x\n  y'],
    ['FOOTNOTE', '1 Note'],
  ]);
  expect(rangesOf(document)).toEqual(['1', '1 Note']);
});

test('an e-mail is read with its headers and attachments, and an attached e-mail is not opened', async () => {
  const mail = [
    'From: Anna Smith <anna@example.org>',
    'To: ben@example.org',
    'Subject: =?utf-8?q?K=C3=BCndigung?=',
    'Date: Mon, 3 Mar 2025 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: multipart/alternative; boundary=y',
    '',
    '--y',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The plain text.',
    '--y',
    'Content-Type: text/html',
    '',
    '<p>The HTML.</p>',
    '--y--',
    '--x',
    'Content-Type: application/pdf; name="lease.pdf"',
    'Content-Disposition: attachment; filename="lease.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF-1.7 bytes').toString('base64'),
    '--x',
    'Content-Type: message/rfc822',
    '',
    'Subject: inner',
    '',
    'inner text',
    '--x--',
  ].join('\r\n');

  const document = await read(utf8(mail));

  expect(document.type).toBe('EMAIL');
  expect(document.title).toBe('Kündigung');
  expect(blocksOf(document)).toEqual([
    ['PARAGRAPH', 'From: Anna Smith <anna@example.org>'],
    ['PARAGRAPH', 'To: ben@example.org'],
    ['PARAGRAPH', 'Date: Mon, 3 Mar 2025 10:00:00 +0000'],
    ['PARAGRAPH', 'Subject: Kündigung'],
    ['PARAGRAPH', 'The plain text.'],
  ]);
  expect(document.attachments.map(({ name, mediaType }) => [name, mediaType])).toEqual([
    ['lease.pdf', 'application/pdf'],
    ['attachment-2.eml', 'message/rfc822'],
  ]);
  expect(Buffer.from(document.attachments[0]!.bytes).toString()).toBe('%PDF-1.7 bytes');
});

test('a DOCX is read with headings, lists, tables and footnotes', async () => {
  const note = (id: number, text: string) => `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`;
  const body = [
    paragraph('Lease', { style: 'H1' }),
    '<w:p><w:r><w:t>The rent</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t xml:space="preserve"> is due.</w:t></w:r></w:p>',
    paragraph('first', { list: 0 }),
    paragraph('inner', { list: 1 }),
    `<w:tbl><w:tr><w:tc>${paragraph('a')}</w:tc><w:tc>${paragraph('b')}${paragraph('c')}</w:tc></w:tr></w:tbl>`,
    '<w:p><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:ins><w:r><w:t>inserted</w:t></w:r></w:ins></w:p>',
  ].join('');

  const document = await read(docxOf(body, { footnotes: note(2, 'Without costs.') }));

  expect(document.type).toBe('DOCX');
  expect(blocksOf(document)).toEqual([
    ['HEADING', 'Lease'],
    ['PARAGRAPH', 'The rent[1] is due.'],
    ['FOOTNOTE', '[1] Without costs.'],
    ['LIST_ITEM', 'first'],
    ['LIST_ITEM', 'inner'],
    ['TABLE_ROW', 'a\tb c'],
    ['PARAGRAPH', 'inserted'],
  ]);
  expect(document.blocks.map(({ level }) => level)).toEqual([1, null, null, 1, 2, null, null]);
  expect(rangesOf(document)).toEqual(['[1]', '[1] Without costs.']);
  expect(runningText(document)).toContain('The rent is due.');
});

describe('a PDF', () => {
  test('has pages, blocks, and a box for each range', async () => {
    const page = drawn([
      { x: 70, y: 760, size: 18, text: 'Lease agreement' },
      { x: 70, y: 720, text: 'The tenant pays the rent on the third working day of each month, by trans-' },
      { x: 70, y: 706, text: 'fer to the account of the landlord.' },
      { x: 70, y: 670, text: 'A second paragraph.' },
    ]);

    const document = await read(pdfOf([page], { trailer: '/Info << /Title (A lease) >>' }));

    expect(document.title).toBe('A lease');
    expect(blocksOf(document)).toEqual([
      ['HEADING', 'Lease agreement'],
      [
        'PARAGRAPH',
        'The tenant pays the rent on the third working day of each month, by trans-\nfer to the account of the landlord.',
      ],
      ['PARAGRAPH', 'A second paragraph.'],
    ]);
    const [first] = document.pages!;
    expect(first).toMatchObject({ number: 1, start: 0, end: document.text.length, width: 595, height: 842 });
    const box = first!.boxes.find(({ start, end }) => document.text.slice(start, end).startsWith('fer to'))!;
    expect(box.x).toBe(70);
    // The baseline is at 842 - 706 points from the top.
    expect(box.y).toBeLessThan(136);
    expect(box.y + box.height).toBeGreaterThan(136);
    expect(box.width).toBeGreaterThan(100);
  });

  test('a footnote in the middle of a sentence over two pages, headers and page numbers are apart from the sentence', async () => {
    const pages = [1, 2, 3].map((number) =>
      drawn([
        { x: 70, y: 800, size: 9, text: 'Smith v. Miller' },
        { x: 70, y: 700, text: 'This page begins with a sentence that is long enough to be a line of text.' },
        { x: 70, y: 686, text: `The court held in case ${number} that the notice` },
        { x: 302, y: 691, size: 6, text: String(number) },
        { x: 310, y: 686, text: 'of the landlord was void because' },
        { x: 70, y: 120, size: 8, text: `${number} See the ruling of 3 March 2019.` },
        { x: 290, y: 40, size: 9, text: `Page ${number} of 3` },
      ]),
    );

    const document = await read(pdfOf(pages));

    expect(blocksOf(document).filter(([kind]) => kind === 'PAGE_FURNITURE')).toHaveLength(6);
    expect(blocksOf(document).filter(([kind]) => kind === 'FOOTNOTE')).toHaveLength(3);
    expect(rangesOf(document)).toContain('2');
    expect(runningText(document)).toContain(
      'The court held in case 1 that the notice of the landlord was void because This page begins with a sentence',
    );
    expect(pageAt(document.pages!, document.text.indexOf('in case 2'))!.number).toBe(2);
  });

  test.each(['column by column', 'line by line'])(
    'two columns that are drawn %s are read one after the other',
    async (order) => {
      const column = (x: number, words: string) =>
        [...Array(8).keys()].map((index) => ({
          x,
          y: 700 - 14 * index,
          text: `${words} number ${index} of this column`,
        }));
      const left = column(60, 'Left line');
      const right = column(320, 'Right line');
      const texts =
        order === 'line by line' ? left.flatMap((line, index) => [line, right[index]!]) : [...left, ...right];
      const heading = {
        x: 60,
        y: 740,
        text: 'A line above both columns that is as wide as the whole page of this document, all of it',
      };

      const { text } = await read(pdfOf([drawn([heading, ...texts])]));

      expect(text.indexOf('Left line number 7')).toBeLessThan(text.indexOf('Right line number 0'));
      expect(text.indexOf('A line above')).toBe(0);
    },
  );

  test('rows of a table are rows, not columns', async () => {
    const rows = ['Rent', 'Costs', 'Garage', 'Garden', 'Deposit'].flatMap((name, index) => [
      { x: 70, y: 700 - 14 * index, text: name },
      { x: 250, y: 700 - 14 * index, text: String(100 * index) },
      { x: 430, y: 700 - 14 * index, text: 'EUR' },
    ]);

    const document = await read(pdfOf([drawn(rows)]));

    expect(blocksOf(document)[1]).toEqual(['TABLE_ROW', 'Costs\t100\tEUR']);
  });

  test('a page with a picture and no text is scanned, and an empty page is not', async () => {
    const picture =
      '<< /Type /XObject /Subtype /Image /Width 20 /Height 20 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 400 >>\nstream\n' +
      '\x80'.repeat(400) +
      '\nendstream';
    const pdf = pdfOf(
      [drawn([{ x: 70, y: 700, text: 'Words' }]), 'q 595 0 0 842 0 0 cm /Im1 Do Q', '0 0 100 100 re f'],
      {
        page: '/Resources << /Font << /F1 3 0 R >> /XObject << /Im1 10 0 R >> >>',
        more: [picture],
      },
    );

    const { pages, notices } = await read(pdf);

    expect(pages!.map(({ isScanned }) => isScanned)).toEqual([false, true, false]);
    expect(notices).toEqual([{ kind: 'SCANNED_PAGES', pages: [2] }]);
  });

  test('reports its progress page by page', async () => {
    const progress: string[] = [];

    await extractor.extract({
      file: pdfOfLines([['a'], ['b'], ['c']]),
      name: 'a.pdf',
      mediaType: null,
      onProgress: (done, total) => progress.push(`${done}/${total}`),
    });

    expect(progress).toEqual(['1/3', '2/3', '3/3']);
  });

  test.skipIf(HAS_NO_BROWSER)(
    'that Chromium printed keeps ligatures, umlauts and accents in three languages',
    async () => {
      const document = await read(
        printedPdf(
          '<h1>Vertrag</h1><p>The e&#xFB03;cient o&#xFB03;ce con&#xFB01;rms.</p><p>Der Mieter übergibt die Schlüssel, größer als nötig.</p><p>Le bailleur a reçu la clé à l’été.</p>',
        ),
      );

      const text = document.text.normalize('NFKC');
      expect(document.text).toMatch(/[\ufb00-\ufb04]/);
      expect(text).toContain('The efficient office confirms.');
      expect(text).toContain('Der Mieter übergibt die Schlüssel, größer als nötig.');
      expect(text).toContain('Le bailleur a reçu la clé à l’été.');
      expect(blocksOf(document)[0]).toEqual(['HEADING', 'Vertrag']);
    },
  );
});

test('the heading path and the page of an offset', () => {
  const text = 'A\n\nB\n\nx\n\nC\n\ny';
  const heading = (start: number, level: number) => ({ kind: 'HEADING' as const, start, end: start + 1, level });
  const blocks = [heading(0, 1), heading(3, 2), heading(9, 2)];
  const page = (number: number, start: number, end: number) => ({
    number,
    start,
    end,
    width: 1,
    height: 1,
    isScanned: false,
    boxes: [],
  });
  const pages = [page(1, 0, 7), page(2, 9, 13)];

  expect(headingPathAt(blocks, text, 6)).toEqual(['A', 'B']);
  expect(headingPathAt(blocks, text, 12)).toEqual(['A', 'C']);
  expect(headingPathAt(blocks, text, 0)).toEqual(['A']);
  expect(pageAt(pages, 6)!.number).toBe(1);
  expect(pageAt(pages, 8)!.number).toBe(1);
  expect(pageAt(pages, 9)!.number).toBe(2);
  expect(pageAt([], 0)).toBeNull();
});
