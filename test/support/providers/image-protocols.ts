import type { ImageDeployment, ImageSizes } from '../../../src/models/index.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import type { ImageCall } from '../../../src/providers/index.ts';
import { ACCOUNT, CANARY_PROMPT, GENEROUS } from './calling.ts';
import type { Reply } from './fake-provider.ts';
import { json } from './protocols.ts';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Of what OpenAI counts for a picture of medium quality. */
export const OPENAI_USAGE = {
  input_tokens: 13,
  output_tokens: 1_372,
  total_tokens: 1_385,
  input_tokens_details: { text_tokens: 13, image_tokens: 0 },
};

/** OpenAI's answer to `/images/generations`, as its reference has it. */
export function openAiImages(images: readonly Uint8Array[], more: object = {}) {
  return json({
    created: 1_795_305_600,
    background: 'opaque',
    output_format: 'png',
    quality: 'medium',
    size: '1024x1024',
    data: images.map((bytes) => ({ b64_json: Buffer.from(bytes).toString('base64') })),
    usage: OPENAI_USAGE,
    ...more,
  });
}

/** A server that speaks like OpenAI and gives addresses. */
export const imageUrls = (...urls: readonly string[]): Reply =>
  json({ created: 1_795_305_600, data: urls.map((url) => ({ url })) });

const openAiError = (status: number, error: object): Reply => ({ ...json({ error }), status });

/** In which OpenAI refuses. */
export const OPENAI_REFUSALS = {
  moderationBlocked: openAiError(400, {
    message:
      'Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com and include the request ID req_1. safety_violations=[violence].',
    type: 'image_generation_user_error',
    param: null,
    code: 'moderation_blocked',
  }),
  contentPolicyViolation: openAiError(400, {
    message:
      'Your request was rejected as a result of our safety system. Your prompt may contain text that is not allowed.',
    type: 'invalid_request_error',
    param: null,
    code: 'content_policy_violation',
  }),
  accountBlocked: openAiError(403, {
    message: 'Your account is not allowed to sample from this model.',
    type: 'invalid_request_error',
    param: null,
    code: 'account_deactivated',
  }),
  billingLimit: openAiError(400, {
    message: 'Billing hard limit has been reached.',
    type: 'image_generation_user_error',
    param: null,
    code: 'billing_hard_limit_reached',
  }),
  badSize: openAiError(400, {
    message: "Invalid size '1x1'.",
    type: 'image_generation_user_error',
    param: 'size',
    code: 'invalid_value',
  }),
};

/** Google's answer to `:generateContent` of a model that draws. */
export function googleImages(images: readonly Uint8Array[], more: object = {}): Reply {
  return json({
    candidates: [
      {
        content: {
          role: 'model',
          parts: images.map((bytes) => ({
            inlineData: { mimeType: 'image/png', data: Buffer.from(bytes).toString('base64') },
          })),
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      candidatesTokenCount: 1_120,
      totalTokenCount: 1_430,
      thoughtsTokenCount: 300,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 10 }],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_120 }],
    },
    modelVersion: 'gemini-nano-banana-2.1',
    responseId: 'resp_1',
    ...more,
  });
}

const GOOGLE_PROMPT_ONLY = { promptTokenCount: 10, totalTokenCount: 10 };

/** In which Google refuses, with 200 all of them. */
export const GOOGLE_REFUSALS = {
  promptBlocked: json({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: GOOGLE_PROMPT_ONLY }),
  imageSafety: json({
    candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0, finishMessage: 'Unable to show the generated image.' }],
    usageMetadata: GOOGLE_PROMPT_ONLY,
  }),
  safety: json({ candidates: [{ content: { parts: [] }, finishReason: 'SAFETY' }], usageMetadata: GOOGLE_PROMPT_ONLY }),
  prohibitedImage: json({
    candidates: [{ content: { role: 'model' }, finishReason: 'IMAGE_PROHIBITED_CONTENT' }],
    usageMetadata: GOOGLE_PROMPT_ONLY,
  }),
};

const ANY: ImageSizes = {
  by: 'BOUNDS',
  stepPx: 16,
  minSidePx: 16,
  maxSidePx: 4_096,
  minPixels: 256,
  maxPixels: 16_777_216,
  maxRatio: 3,
};

export function imageDeployment(provider: CalledProvider, more: Partial<ImageDeployment> = {}): ImageDeployment {
  // The packages tell by the name how a model draws.
  const model = provider === 'openai' ? 'gpt-image-draws' : 'gemini-draws';
  return {
    kind: 'IMAGE',
    id: `${provider}/${model}`,
    provider,
    model,
    confidence: 'HIGH',
    mixtureOfExperts: null,
    dataClass: provider === 'own' ? 'LOCAL_ONLY' : 'HOSTED',
    images: { sizes: ANY, takesSeed: false, maxPerCall: 10, quality: provider === 'openai' ? 'medium' : null },
    ...more,
  };
}

const SIDES = { widthPx: 1_024, heightPx: 1_024 };

export function imageCall(provider: CalledProvider, more: Partial<ImageCall> = {}): ImageCall {
  return {
    deployment: imageDeployment(provider),
    credential: provider === 'own' ? { source: 'CUSTOMER', keyId: 'osv_1' } : { source: 'SERVICE', keyId: null },
    account: ACCOUNT,
    task: 'media/image',
    prompt: CANARY_PROMPT,
    count: 1,
    size: { pixels: 1_048_576, sides: SIDES, shape: null },
    seed: null,
    timeouts: GENEROUS,
    signal: new AbortController().signal,
    ...more,
  };
}
