import type { ImageModelV4, ImageModelV4CallOptions, ImageModelV4Result, SharedV4Warning } from '@ai-sdk/provider';
import type { ImageUsage } from '../../models/index.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';
import type { ImageAnswer, ImageCall } from '../providers-api.ts';
import type { CallWatch } from './call-watch.ts';
import { sentenceOf } from './failure-mapping.ts';
import { nameFromProvider } from './name-from-provider.ts';
import { isWord, refusedFor } from './refusal-reason.ts';
import { count } from './token-usage.ts';

type ImageResult = Pick<ImageAnswer, 'images' | 'usage' | 'responseModel'> & { warnings: readonly SharedV4Warning[] };

/** Calls an image model once. @throws ProviderFailure for an answer without an image, and any error of the package */
export async function drawImages(model: ImageModelV4, call: ImageCall, watch: CallWatch): Promise<ImageResult> {
  const result = await model.doGenerate(optionsOf(call, watch.signal));
  const images = result.images.flatMap((image) => {
    const bytes = typeof image === 'string' ? fromBase64(image) : image;
    return bytes.byteLength === 0 ? [] : [{ bytes, mediaType: null }];
  });
  const usage = usageOf(result, call, images.length);
  if (images.length === 0) throw withoutImage(result, call, watch, usage);
  return {
    images: images.slice(0, call.count),
    usage,
    responseModel: nameFromProvider(result.response.modelId),
    warnings: result.warnings,
  };
}

function optionsOf({ prompt, count, size, seed, deployment }: ImageCall, signal: AbortSignal): ImageModelV4CallOptions {
  const { sides, shape } = size;
  return {
    prompt,
    n: count,
    size: sides ? `${sides.widthPx}x${sides.heightPx}` : undefined,
    aspectRatio: shape ? (shape.aspectRatio as `${number}:${number}`) : undefined,
    seed: seed !== null && deployment.images.takesSeed ? seed : undefined,
    files: undefined,
    mask: undefined,
    providerOptions: providerOptionsOf(deployment, shape?.resolution),
    abortSignal: signal,
  };
}

/** Own servers are asked for base64 instead of URLs. OpenAI's newer models always send base64 and refuse the option. */
function providerOptionsOf(
  { provider, images }: ImageCall['deployment'],
  resolution: string | undefined,
): ImageModelV4CallOptions['providerOptions'] {
  if (provider === 'google') return resolution ? { google: { imageConfig: { imageSize: resolution } } } : {};
  const quality = images.quality === null ? {} : { quality: images.quality };
  if (provider === 'own') return { own: { ...quality, response_format: 'b64_json' } };
  return { [provider]: quality };
}

/** Invalid base64 results in bytes that aren't an image. Decoding the image detects that later. */
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text.replace(/^data:[^,]{0,100},/, ''), 'base64'));

function usageOf(result: ImageModelV4Result, { size }: ImageCall, images: number): ImageUsage {
  const { usage } = result;
  return {
    images,
    pixels: size.pixels,
    inputTokens: count(usage?.inputTokens),
    cachedInputTokens: null,
    outputTokens: count(usage?.outputTokens),
    reasoningTokens: null,
    imageTokens: count(imageTokensIn(result)),
  };
}

interface GoogleMetadata {
  usageMetadata?: { candidatesTokensDetails?: readonly { modality?: unknown; tokenCount?: unknown }[] } | null;
  promptFeedback?: { blockReason?: unknown } | null;
  finishReason?: unknown;
}

const googleMetadataOf = ({ providerMetadata }: ImageModelV4Result) =>
  (providerMetadata?.google ?? {}) as GoogleMetadata;

/**
 * Tokens of images in Google's usage, which counts them apart from reasoning. Null if Google doesn't report them, and for other
 * providers, whose output is images only.
 */
function imageTokensIn(result: ImageModelV4Result): number | null {
  const details = googleMetadataOf(result).usageMetadata?.candidatesTokensDetails;
  if (!Array.isArray(details)) return null;
  const counts = details.filter(({ modality }) => modality === 'IMAGE').map(({ tokenCount }) => Number(tokenCount));
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** Finish reasons of Google's answers that have no image for a reason other than a refusal. */
const NO_REFUSAL = new Set(['STOP', 'MAX_TOKENS', 'OTHER', 'IMAGE_OTHER', 'NO_IMAGE', 'FINISH_REASON_UNSPECIFIED']);

/** Failure for a valid answer without an image: a refusal, or an error. */
function withoutImage(
  result: ImageModelV4Result,
  { deployment }: ImageCall,
  { statusCode }: CallWatch,
  usage: ImageUsage,
): ProviderFailure {
  const { promptFeedback, finishReason } = googleMetadataOf(result);
  const reason = [promptFeedback?.blockReason, finishReason].find((word) => isWord(word) && !NO_REFUSAL.has(word));
  const kind = reason === undefined ? FailureClass.GARBAGE : FailureClass.CONTENT_FILTER;
  // A blocked prompt only costs its input, so a missing output count means 0.
  const counted = { ...usage, outputTokens: usage.outputTokens ?? (kind === FailureClass.CONTENT_FILTER ? 0 : null) };
  const facts = { statusCode, mayHaveCost: true, usage: counted };
  if (isWord(reason))
    return refusedFor(new ProviderFailure(kind, sentenceOf(kind, deployment.provider, null), facts), reason);
  const who = sentenceOf(kind, deployment.provider, null).replace(/answered with .*$/, 'answered without an image.');
  return new ProviderFailure(kind, who, facts);
}
