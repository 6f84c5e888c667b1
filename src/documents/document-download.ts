import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { assertAccess } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { Mount } from '../platform/http/mount.ts';
import { requestContext } from '../platform/http/request-context.ts';
import { isId } from '../platform/ids.ts';
import type { Platform } from '../platform/platform.ts';
import { findDocument, findVersion, latestVersionOf } from './document.reads.ts';
import { originalKey } from './document-bytes.ts';
import type { DocumentVersion } from './document-version.entity.ts';
import { originalDocs, textDocs } from './documents.docs.ts';
import type { DocumentsApi } from './documents-api.ts';

/** Codes of errors of clients that disconnect while they receive a file. */
const GONE = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

const notFound = () => new Refusal('NOT_FOUND', 'No such document is visible to you. Check the id.');

/**
 * Serves the bytes and the text of documents as files. They are always downloaded, never shown in the page’s origin: a document can
 * contain scripts.
 */
export function documentDownloads(platform: Platform, documents: Pick<DocumentsApi, 'textOf'>): Mount[] {
  const forReaders =
    (send: (ctx: Context, req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      const principal = await platform.authentication.ofRequest(req);
      assertAccess(principal, 'cases:read');
      res.set({ 'Cache-Control': 'private, no-store', 'Content-Security-Policy': "default-src 'none'; sandbox" });
      await send(requestContext(platform, res, principal), req, res);
    };

  return [
    {
      path: '/api/documents/:id/original',
      docs: { GET: originalDocs },
      methods: {
        GET: [
          forReaders(async (ctx, req, res) => {
            const { name, version } = await wanted(ctx, req, latestVersionOf);
            if (version.state === 'ERASED') throw notFound();
            const { stream } = await platform.blobs.read(originalKey(version.sha256), version.byteSize);
            res.attachment(name.split('/').at(-1)!);
            res.set({ 'Content-Type': 'application/octet-stream', 'Content-Length': String(version.byteSize) });
            if (req.method === 'HEAD') {
              stream.destroy();
              res.end();
              return;
            }
            await pipeline(stream, res).catch((error: NodeJS.ErrnoException) => {
              stream.destroy();
              if (!GONE.includes(error.code ?? '')) throw error;
            });
          }),
        ],
      },
    },
    {
      path: '/api/documents/:id/text',
      docs: { GET: textDocs },
      methods: {
        GET: [
          forReaders(async (ctx, req, res) => {
            const { name, version } = await wanted(ctx, req, currentVersionOf);
            const text = await documents.textOf(ctx, version.id);
            if (text === null) throw notFound();
            res.attachment(`${name.split('/').at(-1)!}.txt`);
            res.set('Content-Type', 'text/plain; charset=utf-8').send(text);
          }),
        ],
      },
    },
  ];
}

async function currentVersionOf(ctx: Context, documentId: string): Promise<DocumentVersion | null> {
  const document = await findDocument(ctx, documentId);
  return document?.currentVersionId ? findVersion(ctx, document.currentVersionId) : null;
}

/** The document and the version that a request names. @throws Refusal NOT_FOUND if the caller can’t read it */
async function wanted(
  ctx: Context,
  req: Request,
  byDefault: (ctx: Context, documentId: string) => Promise<DocumentVersion | null>,
): Promise<{ name: string; version: DocumentVersion }> {
  const id = String(req.params.id);
  const document = isId('document', id) ? await findDocument(ctx, id) : null;
  if (document?.name == null) throw notFound();
  const { versionId } = req.query;
  const isNamed = typeof versionId === 'string';
  if (isNamed && !isId('documentVersion', versionId)) throw notFound();
  const version = isNamed ? await findVersion(ctx, versionId) : await byDefault(ctx, document.id);
  if (version?.documentId !== document.id) throw notFound();
  return { name: document.name, version };
}
