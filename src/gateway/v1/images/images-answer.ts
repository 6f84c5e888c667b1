import type { ImageUsage } from '../../../models/index.ts';
import { toHeaderText } from '../../../platform/http/header-values.ts';
import type { DrawnImages } from '../../images/image-task.ts';
import { HEADER, usdOf } from '../answer-headers.ts';
import { IMAGE_TASK } from './images-shape.ts';
import type { DecodedPicture } from './picture-drawer.ts';

/** Model, as its provider names it. The embedded engine has its full deployment name. */
const modelOf = ({ isEmbedded, deployment, model }: DrawnRun) => (isEmbedded ? deployment : model);

/** `usage` is optional, since answers stored by older versions don't have it. */
type DrawnRun = Omit<DrawnImages, 'images' | 'usage'> & Partial<Pick<DrawnImages, 'usage'>>;

/** Everything from which the response to an image request is built. */
export interface ImagesAnswer {
  readonly run: DrawnRun;
  readonly pictures: readonly Pick<DecodedPicture, 'mediaType' | 'width' | 'height'>[];
  /** Images as base64 or URLs. Stored answers contain this field name, so it can't change. */
  readonly handed: readonly ImageData[];
  /** Warnings in sentences. */
  readonly warnings: readonly string[];
  readonly createdAt: Date;
}

/** Headers with facts about the run. */
export function headersOfPictures({ run, warnings }: ImagesAnswer, isReplay: boolean): string[] {
  const headers = [
    [HEADER.RUN_ID, run.runId],
    [HEADER.TASK, IMAGE_TASK],
    [HEADER.MODEL, toHeaderText(modelOf(run))],
    [HEADER.ATTEMPTS, String(run.attempts)],
    [HEADER.OVERHEAD, run.overheadMs.toFixed(2)],
    [HEADER.POLICY_VERSION, String(run.policyVersion)],
    [HEADER.PAST_SOFT_CAP, run.isPastSoftCap ? 'true' : 'false'],
    [HEADER.SIMULATED, 'false'],
    [HEADER.NOT_FINAL, 'false'],
    [HEADER.COST, run.costMicros === null ? 'unknown' : usdOf(run.costMicros).toFixed(6)],
  ].flat();
  if (run.isEstimated) headers.push(HEADER.COST_ESTIMATED, 'true');
  if (isReplay) headers.push(HEADER.REPLAYED, 'true');
  if (warnings.length > 0) headers.push(HEADER.WARNINGS, toHeaderText(warnings.join(' ')));
  return headers;
}

/** One image of the answer. */
export type ImageData = { readonly url: string } | { readonly b64_json: string };

/** Body of the answer. Size and format are the actual ones, if all images agree. */
export function imagesBody({ run, pictures, handed, warnings, createdAt }: ImagesAnswer, isReplay: boolean): string {
  const size = sameOf(pictures, ({ width, height }) => `${width}x${height}`);
  const usage = run.usage && usageOf(run.usage);
  const format = sameOf(pictures, ({ mediaType }) => mediaType.slice('image/'.length));
  return JSON.stringify({
    created: Math.floor(createdAt.getTime() / 1_000),
    data: handed,
    ...(size && { size }),
    ...(format && { output_format: format }),
    ...(usage && { usage }),
    imprimatur: {
      ...factsOf(run),
      simulated: false,
      not_final: false,
      ...(isReplay && { replayed: true }),
      ...(warnings.length > 0 && { warnings }),
    },
  });
}

/**
 * Usage in OpenAI's format. Null unless the provider counts tokens. The prompt is the only input, since no images are accepted.
 */
function usageOf({ inputTokens, outputTokens, imageTokens }: ImageUsage) {
  if (inputTokens === null || outputTokens === null) return null;
  // If the provider doesn't count image tokens separately, all output tokens are image tokens.
  const ofPictures = Math.min(imageTokens ?? outputTokens, outputTokens);
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_tokens_details: { text_tokens: inputTokens, image_tokens: 0 },
    output_tokens_details: { text_tokens: outputTokens - ofPictures, image_tokens: ofPictures },
  };
}

function factsOf(run: DrawnRun) {
  return {
    run_id: run.runId,
    task: IMAGE_TASK,
    deployment: run.deployment,
    attempts: run.attempts,
    cost_usd: run.costMicros === null ? null : usdOf(run.costMicros),
    estimated: run.isEstimated,
    overhead_ms: Math.round(run.overheadMs * 100) / 100,
    policy_version: run.policyVersion,
    past_soft_cap: run.isPastSoftCap,
  };
}

function sameOf(
  pictures: ImagesAnswer['pictures'],
  of: (picture: ImagesAnswer['pictures'][number]) => string,
): string | null {
  const [first, ...others] = new Set(pictures.map(of));
  return others.length === 0 ? (first ?? null) : null;
}
