import type { DocsTag, MethodDocs } from '../platform/http/method-docs.ts';
import { ASSET_EXAMPLE } from './asset.shape.ts';

export const BANK_TAG: DocsTag = {
  name: 'Image bank',
  description: 'Pictures for use: upload, list, pick by tags, and download.',
};

const PICTURE_HEADERS = ['ETag', 'Accept-Ranges', 'Cache-Control', 'Cross-Origin-Resource-Policy'] as const;

/** Documentation of `/media/{id}/{file}`, which serves pictures. */
export const mediaDocs: MethodDocs = {
  name: 'picture',
  tag: BANK_TAG,
  summary: 'Download a picture',
  description:
    'Target of the links of assets and renders. The bytes under a link never change; `Cache-Control` says how long to cache them without revalidation. Links of trashed and quarantined pictures work only for callers with the permission `assets:list`, and return 404 to everyone else.',
  params: {
    id: { description: 'Id of the asset, or of a render that wasn’t saved to the bank.', example: ASSET_EXAMPLE.id },
    file: {
      description: 'File name: `original` for the stored file, or about the width in pixels for a WebP rendition.',
      example: 'original.png',
      pattern: '^(original\\.(png|jpg|webp)|(320|640|1280)\\.webp)$',
    },
  },
  takes: ['Range', 'If-Range', 'If-None-Match'],
  example: {},
  answers: {
    200: {
      description: 'The picture.',
      headers: PICTURE_HEADERS,
      content: { 'image/png': 'BYTES', 'image/jpeg': 'BYTES', 'image/webp': 'BYTES' },
    },
    206: {
      description: 'The requested range of the picture.',
      headers: [...PICTURE_HEADERS, 'Content-Range'],
      content: { 'image/png': 'BYTES', 'image/jpeg': 'BYTES', 'image/webp': 'BYTES' },
      request: { headers: { Range: 'bytes=0-15' } },
    },
    304: { description: 'The picture still matches `If-None-Match`.', headers: PICTURE_HEADERS },
    416: {
      description: 'The range is outside the picture.',
      headers: [...PICTURE_HEADERS, 'Content-Range'],
      request: { headers: { Range: 'bytes=999999999-' } },
    },
  },
  problems: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
};
