import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { Refusal } from '../errors/errors.ts';
import { watchBody } from './connection-pace.ts';

export interface MultipartOptions {
  maxFiles: number;
  maxFileBytes: number;
  /** Of all files together. */
  maxBytes: number;
  maxFields: number;
  maxFieldBytes: number;
  /** Given each field as it comes. @throws Refusal for one that cannot be. */
  takeField(name: string, value: string): void;
  /** Asked before a byte of a file is kept. @throws Refusal for one that nobody has asked for. */
  expectFile?(name: string): void;
  takeFile(name: string, bytes: Buffer): void;
}

export const malformedMultipart = () => new Refusal('BAD_REQUEST', 'The multipart body is malformed.');

/** What a form has beside the bytes of its files and fields: boundaries, and headers of parts. */
const FRAME_BYTES = 100_000;

/**
 * Reads a form. Of a file its bytes are kept, in memory; its own name and type are not trusted. One that says that it is too
 * large is refused before it is read; one that breaks off leaves nothing behind.
 * @throws Refusal BAD_REQUEST, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT for one that comes too slowly
 */
export function readMultipart(req: IncomingMessage, options: MultipartOptions): Promise<void> {
  const { maxFiles, maxFileBytes, maxBytes, maxFields, maxFieldBytes } = options;
  const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', `The files are larger than ${maxBytes / 1e6} MB together.`);
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
        fieldSize: maxFieldBytes,
        parts: maxFields + maxFiles,
      },
    });
  } catch {
    return Promise.reject(new Refusal('BAD_REQUEST', 'The multipart body has no usable boundary.'));
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
      if (nameTruncated || valueTruncated) return settle(new Refusal('PAYLOAD_TOO_LARGE', 'A form field is too long.'));
      if (!name) return malformed();
      // What the parser puts in the place of bytes it cannot read.
      if (value.includes('\uFFFD') || name.includes('\uFFFD')) {
        return settle(new Refusal('BAD_REQUEST', 'A form field is not valid UTF-8.'));
      }
      attempt(() => options.takeField(name, value));
    });
    parser.on('file', (name, file) => {
      const chunks: Buffer[] = [];
      file.on('error', malformed); // the body ended within the file; nobody listening would end the process
      attempt(() => options.expectFile?.(name ?? ''));
      file.on('data', (chunk: Buffer) => {
        if (settled) return;
        length += chunk.length;
        if (length > maxBytes) settle(tooLarge());
        else chunks.push(chunk);
      });
      file.on('limit', () =>
        settle(new Refusal('PAYLOAD_TOO_LARGE', `The file is larger than ${maxFileBytes / 1e6} MB.`)),
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
