import type { IncomingHttpHeaders } from 'node:http';
import type { ImageTask } from '../../../models/index.ts';
import type { ImageRequest } from '../../images/image-task.ts';
import { InvalidParameter } from '../errors.ts';
import { checkLabels, idempotencyKeyIn, notAppliedWarnings, preferenceIn, refuseUnsupported } from '../parameters.ts';
import { integerAt, type Members, refuseUnknown, textAt } from '../values.ts';

/** The one task that draws. It stands outside the clusters. */
export const IMAGE_TASK = 'media/image';

/** Answers are written whole: more would be held in memory for one caller. */
export const MAX_COUNT = 4;
const MIN_SIDE_PX = 256;
const MAX_SIDE_PX = 2_048;
const DEFAULT_SIDE_PX = 1_024;
/** For who only tries it out, and shows no key. */
const STRANGERS_SIDE_PX = 512;
const STRANGERS_PROMPT_LENGTH = 2_000;

/** Taken as the dialect has them: what the policy and the model make of a picture is theirs to say. */
const WITHOUT_EFFECT: Readonly<Record<string, readonly unknown[]>> = {
  user: [],
  quality: ['auto', 'standard'],
  style: [],
  background: ['auto', 'opaque'],
  moderation: ['auto'],
  output_format: ['png'],
  output_compression: [100],
  input_fidelity: [],
};

const UNSUPPORTED: ReadonlyMap<string, string> = new Map([
  ['stream', 'Pictures come when they are there.'],
  ['partial_images', 'Pictures come when they are there.'],
]);

const KNOWN = new Set([
  'model',
  'prompt',
  'n',
  'size',
  'response_format',
  'seed',
  ...Object.keys(WITHOUT_EFFECT),
  ...UNSUPPORTED.keys(),
]);

/** At which door, and for whom. */
export interface Door {
  readonly task: ImageTask;
  readonly isStranger: boolean;
}

/** What a body asks for, checked. */
export interface AskedPictures {
  readonly request: ImageRequest;
  readonly format: 'b64_json' | 'url';
  readonly idempotencyKey: string | null;
  /** What of it makes no difference, in sentences. */
  readonly warnings: readonly string[];
}

/** @throws InvalidParameter */
export function imagesRequest(body: Members, headers: IncomingHttpHeaders, { task, isStranger }: Door): AskedPictures {
  const { name, images } = task;
  refuseUnknown(body, KNOWN);
  refuseUnsupported(body, UNSUPPORTED);
  checkLabels(body);
  const { widthPx, heightPx } = sizeAt(body.size, isStranger);
  return {
    request: {
      task: name,
      prompt: promptAt(body.prompt, isStranger ? STRANGERS_PROMPT_LENGTH : images.maxPromptCharacters),
      widthPx,
      heightPx,
      seed: integerAt(body.seed, 'seed', 0, 2 ** 31 - 1),
      count: integerAt(body.n, 'n', 1, isStranger ? 1 : Math.min(MAX_COUNT, images.maxCount)) ?? 1,
      preference: preferenceIn(headers),
      surface: 'IMAGES',
    },
    format: formatAt(body.response_format),
    idempotencyKey: idempotencyKeyIn(headers),
    warnings: withoutEffect(body),
  };
}

function promptAt(value: unknown, maxLength: number): string {
  if (value === undefined) {
    throw new InvalidParameter('prompt', '`prompt` is missing.', 'missing_required_parameter');
  }
  const prompt = textAt(value, 'prompt', maxLength).trim();
  if (prompt === '') throw new InvalidParameter('prompt', '`prompt` is empty.', 'empty_string');
  return prompt;
}

function sizeAt(value: unknown, isStranger: boolean): { widthPx: number; heightPx: number } {
  const side = isStranger ? STRANGERS_SIDE_PX : DEFAULT_SIDE_PX;
  if (value === undefined || value === null || value === 'auto') return { widthPx: side, heightPx: side };
  const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(textAt(value, 'size', 16)) ?? [];
  const [widthPx, heightPx] = [Number(width), Number(height)];
  const most = isStranger ? STRANGERS_SIDE_PX : MAX_SIDE_PX;
  const isWithin = [widthPx, heightPx].every((px) => px >= MIN_SIDE_PX && px <= most);
  if (isWithin) return { widthPx, heightPx };
  const who = isStranger ? ' Without a key that may have pictures drawn, no more.' : '';
  throw new InvalidParameter(
    'size',
    `\`size\` is \`auto\` or \`WIDTHxHEIGHT\`, each from ${MIN_SIDE_PX} to ${most} pixels, such as \`512x512\`.${who}`,
  );
}

function formatAt(value: unknown): AskedPictures['format'] {
  if (value === undefined || value === null || value === 'b64_json') return 'b64_json';
  if (value === 'url') return 'url';
  throw new InvalidParameter('response_format', '`response_format` takes `b64_json` or `url`.');
}

function withoutEffect(body: Members): string[] {
  return notAppliedWarnings(
    Object.entries(WITHOUT_EFFECT).flatMap(([param, usual]) => {
      const value = body[param];
      return value === undefined || value === null || usual.includes(value) ? [] : [param];
    }),
  );
}
