import { z } from 'zod';
import { type MethodDocs, REVALIDATED, sameAsBefore } from '../../platform/http/method-docs.ts';
import { savedName } from '../../proof/file-names.ts';
import { SEAL_ID_EXAMPLE, SEALS_TAG } from '../seal.docs.ts';
import { SealShape } from '../seal.routes.ts';
import { SEAL_FILES } from './seal-files.ts';

const sealId = { description: 'Id of the seal.', example: SEAL_ID_EXAMPLE };
const UNINDEXED = [...REVALIDATED, 'X-Robots-Tag'] as const;
const PAGE = '<!doctype html>…';

const ShownSeal = SealShape.extend({
  byteLength: z.int().min(0).describe('Number of sealed bytes, including the salt of a private seal.'),
  mediaType: z.string(),
  isPrivate: z.boolean().describe('True if the text was hashed with a salt that only its owner has.'),
  bytesPurgedAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'Time when the sealed picture was erased from this service. Null if it wasn’t, and for other content. The digest stays, so a copy can still be checked.',
    ),
  keyId: z.string().describe('Id of the signing key: SHA-256 of its public key in SPKI form, as 64 hex digits.'),
}).meta({ id: 'ShownSeal' });

const PROBLEMS = ['NOT_FOUND', 'SERVICE_UNAVAILABLE'] as const;

export const pageDocs: MethodDocs = {
  name: 'sealPage',
  tag: SEALS_TAG,
  summary: 'Public page of a seal',
  description: 'Returns JSON. Browsers get a page with a verifier, which can be saved.',
  params: { sealId },
  takes: ['Accept', 'Accept-Encoding', 'If-None-Match'],
  example: { headers: { Accept: 'application/json' } },
  answers: {
    200: {
      description: 'Current state of the seal.',
      headers: ['Cache-Control', 'Content-Encoding?', 'ETag?', 'Accept-Ranges?', 'X-Robots-Tag', 'Vary'],
      content: {
        'application/json': {
          schema: z.object({ ok: z.literal(true), seal: ShownSeal }),
          example: {
            ok: true,
            seal: {
              id: SEAL_ID_EXAMPLE,
              algorithm: 'SHA-256',
              sha256: 'cdb87224eb8c815a59ef467807391074dac3fc110303ddeed6402fbbad5e738f',
              byteLength: 30,
              mediaType: 'text/plain; charset=utf-8',
              isPrivate: false,
              sealedAt: '2026-11-22T09:15:02.066Z',
              status: 'SEALED',
              logIndex: 2,
              keyId: 'c1b207ab5c81a0053a324bddaf52b570e357bc10a6f8f1554faa923cbd659a9b',
              verificationUrl: `http://127.0.0.1:4000/v/${SEAL_ID_EXAMPLE}`,
              bundleUrl: `http://127.0.0.1:4000/v/${SEAL_ID_EXAMPLE}/seal.sigstore.json`,
              submitter: 'ANONYMOUS',
              bytesPurgedAt: null,
            },
          },
        },
        'text/html': { text: PAGE },
      },
    },
    304: sameAsBefore([...UNINDEXED, 'Vary']),
  },
  problems: PROBLEMS,
};

export const statusesDocs: MethodDocs = {
  name: 'sealStatuses',
  tag: SEALS_TAG,
  summary: 'Status changes of a seal',
  description:
    'One signed and logged statement per change, as a Sigstore bundle, oldest first. Empty if the seal never changed. Only a fresh response shows the current status.',
  params: { sealId },
  example: {},
  answers: {
    200: {
      description: 'Status statements.',
      headers: ['Cache-Control', 'Content-Disposition', 'X-Robots-Tag'],
      content: {
        'application/json': {
          schema: z.object({
            ok: z.literal(true),
            statuses: z.array(z.looseObject({ mediaType: z.string() })),
            standing: z
              .looseObject({ payloadType: z.string() })
              .optional()
              .describe(
                'Statement signed by the seal key: whether the seal is in force, with the time. Left out if the service can’t be sure.',
              ),
          }),
          example: { ok: true, statuses: [] },
        },
      },
    },
  },
  problems: PROBLEMS,
};

/** URL patterns for a file’s original name and its download name. */
function patternsOf(name: string): string[] {
  const saved = savedName('seal_id', name).replace('seal_id', '[a-z0-9_]+');
  return [...new Set([name, saved])].map((one) => one.replaceAll('.', '\\.'));
}

export const fileDocs: MethodDocs = {
  name: 'sealFile',
  tag: SEALS_TAG,
  summary: 'A file of a seal',
  description: `Files for checking the seal without this service. ${[...SEAL_FILES].map(([name, { about }]) => `\`${name}\`: ${about}.`).join(' ')} Seals without a time stamp don’t have \`sig.tsr\` and \`tsa-ca.pem\`. Each file is also served under its download name, such as \`SEAL_ID.sigstore.json\`.`,
  params: {
    sealId,
    file: {
      description: 'Name of the file.',
      example: 'seal.sigstore.json',
      pattern: `^(${[...SEAL_FILES.keys()].flatMap(patternsOf).join('|')})$`,
    },
  },
  takes: ['If-None-Match'],
  example: {},
  answers: {
    200: {
      description: 'The file.',
      headers: [...UNINDEXED, 'Content-Disposition'],
      content: {
        'application/json': {
          schema: z.looseObject({ mediaType: z.string() }),
          example: { mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json' },
        },
        'text/plain': { text: `How to verify the seal ${SEAL_ID_EXAMPLE} yourself\n…` },
        'application/octet-stream': 'BYTES',
        'application/x-pem-file': { text: '-----BEGIN PUBLIC KEY-----\n…' },
        'application/timestamp-reply': 'BYTES',
      },
    },
    304: sameAsBefore([...UNINDEXED, 'Content-Disposition']),
  },
  problems: PROBLEMS,
};

export const verifierDocs: MethodDocs = {
  name: 'verifier',
  tag: SEALS_TAG,
  summary: 'Verifier as one file',
  description:
    'A page that checks seals in the browser without sending requests. It also works offline when saved to disk.',
  query: z.object({ download: z.string().optional().describe('Any value: download the page as a file.') }),
  takes: ['Accept-Encoding', 'If-None-Match'],
  example: { query: {} },
  answers: {
    200: {
      description: 'The page.',
      headers: [...REVALIDATED, 'Content-Disposition?', 'Content-Encoding?', 'Accept-Ranges', 'Vary'],
      content: { 'text/html': { text: PAGE } },
    },
    304: sameAsBefore([...REVALIDATED, 'Content-Disposition?', 'Accept-Ranges', 'Vary']),
  },
  problems: ['NOT_FOUND'],
};

export const verifierDigestDocs: MethodDocs = {
  name: 'verifierDigest',
  tag: SEALS_TAG,
  summary: 'Digest of the verifier',
  description: 'SHA-256 of `verifier.html`, in the format of `sha256sum -c`.',
  example: {},
  answers: {
    200: {
      description: 'SHA-256 and file name.',
      headers: ['Cache-Control', 'Access-Control-Allow-Origin'],
      content: {
        'text/plain': { text: 'cdb87224eb8c815a59ef467807391074dac3fc110303ddeed6402fbbad5e738f  verifier.html\n' },
      },
    },
  },
  problems: ['NOT_FOUND'],
};
