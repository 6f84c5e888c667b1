import PostalMime, { type Address } from 'postal-mime';
import { DocumentRefusal } from './document-refusal.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { DocumentAttachment } from './extracted-document.ts';
import type { ExtractionLimits } from './extraction-limits.ts';
import { writeHtml } from './html.ts';
import { paragraphsOf } from './plain-text.ts';

const MAX_HEADER_BYTES = 1_000_000;
/** Maximum characters of one header in the text. A mail to thousands of people would bury its own text. */
const MAX_HEADER_CHARACTERS = 2_000;
const ENCRYPTED = /^(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime)/i;
/** Type of a message that is only signed. Its content is packed, and becomes an attachment. */
const SIGNED = /smime-type="?(?:signed-data|certs-only)/i;

interface EmailContent {
  readonly subject: string | null;
  readonly attachments: readonly DocumentAttachment[];
}

/**
 * Writes the headers and the text of an e-mail. Plain text is preferred to HTML. Attached e-mails are attachments and aren't
 * opened: the caller limits how deeply attachments are nested.
 * @throws DocumentRefusal
 */
export async function writeEmail(
  bytes: Uint8Array,
  writer: DocumentWriter,
  limits: ExtractionLimits,
): Promise<EmailContent> {
  const email = await parsed(bytes, limits);
  const contentType = email.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (ENCRYPTED.test(contentType) && !SIGNED.test(contentType)) {
    throw new DocumentRefusal('ENCRYPTED', 'The e-mail is encrypted. Save the decrypted text, and upload that.');
  }
  if (email.attachments.length > limits.maxAttachments) {
    throw new DocumentRefusal(
      'TOO_MANY_OBJECTS',
      `The e-mail has more than ${limits.maxAttachments.toLocaleString('en')} attachments. Upload them on their own.`,
    );
  }
  const headers: readonly [string, string | undefined][] = [
    ['From', addresses(email.from ? [email.from] : [])],
    ['To', addresses(email.to ?? [])],
    ['Cc', addresses(email.cc ?? [])],
    ['Date', email.headers.find(({ key }) => key === 'date')?.value],
    ['Subject', email.subject],
  ];
  for (const [name, value] of headers) {
    if (value?.trim()) writer.addBlock('PARAGRAPH', `${name}: ${value.trim().slice(0, MAX_HEADER_CHARACTERS)}`);
  }
  const text = email.text ?? '';
  if (text.trim() !== '') {
    for (const { start, end } of paragraphsOf(text)) {
      const paragraph = text.slice(start, end);
      writer.addBlock(/^>/.test(paragraph) ? 'QUOTE' : 'PARAGRAPH', paragraph);
    }
  } else if (email.html) {
    writeHtml(email.html, writer, limits);
  }
  return {
    subject: email.subject?.trim() || null,
    attachments: email.attachments.map(({ filename, mimeType, content }, index) => ({
      name: filename?.trim() || `attachment-${index + 1}${mimeType === 'message/rfc822' ? '.eml' : ''}`,
      mediaType: mimeType || null,
      // Copied, because the parser may return a view of the whole message.
      bytes: Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)),
    })),
  };
}

async function parsed(bytes: Uint8Array, { maxMimeDepth }: ExtractionLimits) {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: maxMimeDepth,
      maxHeadersSize: MAX_HEADER_BYTES,
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : '';
    if (/nesting depth/.test(message)) {
      throw new DocumentRefusal('TOO_DEEP', `The e-mail nests more than ${maxMimeDepth} parts in each other.`, {
        cause,
      });
    }
    if (/header size/.test(message)) {
      throw new DocumentRefusal('TOO_LARGE', 'The headers of the e-mail are longer than 1 MB.', { cause });
    }
    throw new DocumentRefusal('DAMAGED', 'The e-mail can’t be read. Save it again as EML.', { cause });
  }
}

function addresses(list: readonly Address[]): string {
  return list
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .filter((text) => text !== '')
    .join(', ');
}
