import type { DocsTag, MethodDocs } from '../platform/http/method-docs.ts';
import { ASSET_EXAMPLE } from './asset.shape.ts';

export const BANK_TAG: DocsTag = {
  name: 'Image bank',
  description: 'Pictures that can be used: put in, listed, picked by their tags, and served.',
};

const PICTURE_HEADERS = ['ETag', 'Accept-Ranges', 'Cache-Control', 'Cross-Origin-Resource-Policy'] as const;

/** `/media/{id}/{file}` */
export const mediaDocs: MethodDocs = {
  name: 'picture',
  tag: BANK_TAG,
  summary: 'The bytes of a picture',
  description:
    'What the links of assets and renders lead to. The bytes under a link never change; how long they may be kept without asking again, `Cache-Control` says. Of a picture that is thrown away or held back strangers find nothing, and operators see it.',
  params: {
    id: { description: 'Of the asset, or of a render that was not saved to the bank.', example: ASSET_EXAMPLE.id },
    file: {
      description: 'The picture as it came in, or a WebP of about that width.',
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
      description: 'The one part that was asked for.',
      headers: [...PICTURE_HEADERS, 'Content-Range'],
      content: { 'image/png': 'BYTES', 'image/jpeg': 'BYTES', 'image/webp': 'BYTES' },
      asked: { headers: { Range: 'bytes=0-15' } },
    },
    304: { description: 'It is still what `If-None-Match` names.', headers: PICTURE_HEADERS },
    416: {
      description: 'The picture has no such part.',
      headers: [...PICTURE_HEADERS, 'Content-Range'],
      asked: { headers: { Range: 'bytes=999999999-' } },
    },
  },
  problems: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
};
