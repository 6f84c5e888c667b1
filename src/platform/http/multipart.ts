import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { Refusal } from '../errors/errors.ts';
import { watchBody } from './connection-pace.ts';

export interface MultipartOptions {
  maxFiles: number;
  maxFileBytes: number;
  /** Maximum bytes of all files of the form together. */
  maxBytes: number;
  maxFields: number;
  maxFieldBytes: number;
  /** Called with each text field. @throws Refusal for an unexpected field */
  takeField(name: string, value: string): void;
  /** Called before a file is read. @throws Refusal for an unexpected file */
  expectFile?(name: string): void;
  takeFile(name: string, bytes: Buffer): void;
}

export const malformedMultipart = () => new Refusal('BAD_REQUEST', "The multipart body isn't well-formed.");

/** Maximum bytes of a form's boundaries and part headers, in addition to its files. */
const FRAME_BYTES = 100_000;
/** Maximum bytes of the name of a field. */
const MAX_NAME_BYTES = 100;

/**
 * Reads a multipart form into memory. Ignores the names and media types that the client states for files. A form whose announced
 * size is too large is refused before reading, and an interrupted form leaves nothing behind.
 * @throws Refusal BAD_REQUEST, PAYLOAD_TOO_LARGE, or REQUEST_TIMEOUT if the client sends too slowly
 */
export function readMultipart(req: IncomingMessage, options: MultipartOptions): Promise<void> {
  const { maxFiles, maxFileBytes, maxBytes, maxFields, maxFieldBytes } = options;
  const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', `The files together are larger than ${maxBytes / 1e6} MB.`);
  if (Number(req.headers['content-length']) > maxBytes + maxFields * maxFieldBytes + FRAME_BYTES) {
    return Promise.reject(tooLarge());
  }
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: req.headers,
      limits: {
        files: maxFiles,
        fileSize: maxFileBytes,
        fields: maxFields,
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: maxFieldBytes,
        // One more, because busboy reports the limit with the last allowed part.
        parts: maxFields + maxFiles + 1,
      },
    });
  } catch {
    return Promise.reject(new Refusal('BAD_REQUEST', 'The multipart body has no valid boundary.'));
  }

  return new Promise((resolve, reject) => {
    let settled = false;
    let length = 0;
    const settle = (error?: unknown) => {
      if (settled) return;
      settled = true;
      endWatch();
      req.unpipe(parser);
      if (error) {
        req.resume();
        reject(error);
      } else {
        resolve();
      }
    };
    const endWatch = watchBody(req, settle);
    const malformed = () => settle(malformedMultipart());
    const attempt = (work: () => void) => {
      if (settled) return;
      try {
        work();
      } catch (error) {
        settle(error);
      }
    };

    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) {
        const excess = nameTruncated
          ? `The name of a form field is larger than ${MAX_NAME_BYTES} bytes.`
          : `A form field is larger than ${maxFieldBytes.toLocaleString('en')} bytes.`;
        return settle(new Refusal('PAYLOAD_TOO_LARGE', excess));
      }
      if (!name) return malformed();
      // The parser replaces invalid bytes with U+FFFD.
      if (value.includes('\uFFFD') || name.includes('\uFFFD')) {
        return settle(new Refusal('BAD_REQUEST', 'A form field is not valid UTF-8.'));
      }
      attempt(() => options.takeField(name, value));
    });
    parser.on('file', (name, file) => {
      const chunks: Buffer[] = [];
      file.on('error', malformed); // The body ended within the file. Without a listener, the error would end the process.
      attempt(() => options.expectFile?.(name ?? ''));
      file.on('data', (chunk: Buffer) => {
        if (settled) return;
        length += chunk.length;
        if (length > maxBytes) settle(tooLarge());
        else chunks.push(chunk);
      });
      file.on('limit', () =>
        settle(new Refusal('PAYLOAD_TOO_LARGE', `A file is larger than ${maxFileBytes / 1e6} MB.`)),
      );
      file.on('end', () => attempt(() => options.takeFile(name ?? '', Buffer.concat(chunks))));
    });
    parser.on('filesLimit', () =>
      settle(new Refusal('BAD_REQUEST', maxFiles === 1 ? 'Send one file.' : `Send at most ${maxFiles} files.`)),
    );
    parser.on('fieldsLimit', malformed);
    parser.on('partsLimit', malformed);
    parser.on('error', malformed);
    parser.on('close', () => settle());
    req.on('aborted', malformed);
    req.pipe(parser);
  });
}
