import type { RenderStatus } from '../../web/generated/renders/graphql.ts';
import type { Tone } from '../../web/kit/values.tsx';

export const STATUSES = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'BLOCKED', 'CANCELED', 'ABORTED'] as const;

/** Each state in a word, and how much of a look it wants. */
export const STATUS_LABELS: Readonly<Record<RenderStatus, { word: string; tone: Tone }>> = {
  QUEUED: { word: 'Waiting', tone: 'plain' },
  RUNNING: { word: 'Being drawn', tone: 'plain' },
  SUCCEEDED: { word: 'Drawn', tone: 'plain' },
  FAILED: { word: 'Failed', tone: 'bad' },
  BLOCKED: { word: 'Blocked', tone: 'bad' },
  CANCELED: { word: 'Canceled', tone: 'care' },
  ABORTED: { word: 'Aborted', tone: 'care' },
};

/** Whether it still goes on. */
export const isUnderWay = (status: RenderStatus) => status === 'QUEUED' || status === 'RUNNING';

/** Another try may bring of these what the first did not. */
export const isRetried = (status: RenderStatus) => status === 'FAILED' || status === 'CANCELED' || status === 'ABORTED';

const ENGINE = 'the engine of this service';

/** Who has drawn it; before, who is expected to, which may turn out otherwise. */
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
  if (provider === 'none') return 'Nobody could, when it was asked for';
  return isUnderWay(status) ? `Expected: ${who}` : `Nobody; expected was ${who}`;
}

/** A deployment such as `openai/gpt-image-2`, or the engine. */
export const deploymentLabel = (deployment: string) => (deployment.startsWith('embedded/') ? ENGINE : deployment);

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
