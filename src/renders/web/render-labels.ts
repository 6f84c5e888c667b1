import type { RenderStatus } from '../../web/generated/renders/graphql.ts';
import type { Tone } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

export const STATUSES = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'BLOCKED', 'CANCELED', 'ABORTED'] as const;

/** Label and colour of each status. */
export const STATUS_LABELS: Readonly<Record<RenderStatus, { word: string; tone: Tone }>> = {
  QUEUED: { word: texts.status.QUEUED, tone: 'plain' },
  RUNNING: { word: texts.status.RUNNING, tone: 'plain' },
  SUCCEEDED: { word: texts.status.SUCCEEDED, tone: 'plain' },
  FAILED: { word: texts.status.FAILED, tone: 'bad' },
  BLOCKED: { word: texts.status.BLOCKED, tone: 'bad' },
  CANCELED: { word: texts.status.CANCELED, tone: 'care' },
  ABORTED: { word: texts.status.ABORTED, tone: 'care' },
};

/** True while a render is queued or running. */
export const isUnderWay = (status: RenderStatus) => status === 'QUEUED' || status === 'RUNNING';

/** True if a render with this status can be retried. */
export const isRetried = (status: RenderStatus) => status === 'FAILED' || status === 'CANCELED' || status === 'ABORTED';

const ENGINE = texts.renderer.engine;

/** Name of the model or engine that drew a picture, or that is expected to draw it. */
export function rendererOf({
  provider,
  model,
  status,
}: {
  provider: string;
  model?: string | null;
  status: RenderStatus;
}): string {
  const who = provider === 'embedded' ? ENGINE : model ? `${model} (${provider})` : provider;
  if (status === 'SUCCEEDED') return provider === 'embedded' ? capitalized(who) : who;
  if (provider === 'none') return texts.renderer.unavailable;
  return isUnderWay(status) ? texts.renderer.expected(who) : texts.renderer.notUsed(who);
}

/** Display name of a model deployment such as `openai/gpt-image-2`, or of the embedded engine. */
export const deploymentLabel = (deployment: string) => (deployment.startsWith('embedded/') ? ENGINE : deployment);

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
