import type { IncomingHttpHeaders } from 'node:http';
import type { ImageTask } from '../../../models/index.ts';
import type { ImageRequest } from '../../images/image-task.ts';
import { InvalidParameter } from '../errors.ts';
import { idempotencyKeyIn, notAppliedWarnings, preferenceIn } from '../parameters.ts';
import type { Members } from '../values.ts';
import { IMAGES_BODY, MAX_COUNT } from './images-shape.ts';

const MIN_SIDE_PX = 256;
const MAX_SIDE_PX = 2_048;
const DEFAULT_SIDE_PX = 1_024;
/** Maximum side of an image, in pixels, for callers who can't run tasks. */
const LIMITED_SIDE_PX = 512;
const LIMITED_PROMPT_LENGTH = 2_000;

/** Task of the request, and the limits of its caller. */
export interface ImageCaller {
  readonly task: ImageTask;
  readonly isLimited: boolean;
}

/** Body and headers of a valid image request. */
export interface ParsedImagesRequest {
  readonly request: ImageRequest;
  readonly format: 'b64_json' | 'url';
  readonly idempotencyKey: string | null;
  /** Sentences about parameters without effect. */
  readonly warnings: readonly string[];
}

/** @throws InvalidParameter */
export function imagesRequest(
  body: Members,
  headers: IncomingHttpHeaders,
  { task, isLimited }: ImageCaller,
): ParsedImagesRequest {
  const { name, images } = task;
  const parsed = IMAGES_BODY.read(body);
  const { widthPx, heightPx } = sizeOf(parsed.size, isLimited);
  return {
    request: {
      task: name,
      prompt: promptOf(parsed.prompt, isLimited ? LIMITED_PROMPT_LENGTH : images.maxPromptCharacters),
      widthPx,
      heightPx,
      seed: parsed.seed ?? null,
      count: countOf(parsed.n ?? 1, isLimited ? 1 : Math.min(MAX_COUNT, images.maxCount)),
      preference: preferenceIn(headers),
      surface: 'IMAGES',
    },
    format: parsed.response_format ?? 'b64_json',
    idempotencyKey: idempotencyKeyIn(headers),
    warnings: notAppliedWarnings(IMAGES_BODY.notApplied(body)),
  };
}

function promptOf(text: string, maxLength: number): string {
  if (text.length > maxLength) {
    throw new InvalidParameter(
      'prompt',
      `\`prompt\` has ${text.length} characters; the maximum is ${maxLength}.`,
      'string_above_max_length',
    );
  }
  const prompt = text.trim();
  if (prompt === '') throw new InvalidParameter('prompt', '`prompt` is empty.', 'empty_string');
  return prompt;
}

function countOf(count: number, most: number): number {
  if (count <= most) return count;
  throw new InvalidParameter('n', `\`n\` must be at most ${most}; it is ${count}.`, 'integer_above_max_value');
}

function sizeOf(size: string | null | undefined, isLimited: boolean): { widthPx: number; heightPx: number } {
  const side = isLimited ? LIMITED_SIDE_PX : DEFAULT_SIDE_PX;
  if (size === undefined || size === null || size === 'auto') return { widthPx: side, heightPx: side };
  const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(size) ?? [];
  const [widthPx, heightPx] = [Number(width), Number(height)];
  const most = isLimited ? LIMITED_SIDE_PX : MAX_SIDE_PX;
  const isWithin = [widthPx, heightPx].every((px) => px >= MIN_SIDE_PX && px <= most);
  if (isWithin) return { widthPx, heightPx };
  const who = isLimited ? ' A key that can run tasks allows more.' : '';
  throw new InvalidParameter(
    'size',
    `\`size\` must be \`auto\` or \`WIDTHxHEIGHT\`, each ${MIN_SIDE_PX} to ${most} pixels, such as \`512x512\`.${who}`,
  );
}
