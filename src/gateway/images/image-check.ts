import { createHash, hash } from 'node:crypto';
import type { ImageTask, TaskEntry } from '../../models/index.ts';
import { Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import { groupDigits } from '../../platform/text/group-digits.ts';
import { canonicalBytes } from '../../proof/json.ts';
import { imageIssues } from '../routing/image-demand.ts';
import type { ContentDigest } from '../runs/content-digest.ts';
import type { ImageRequest, RawImage } from './image-task.ts';

const MAX_SEED = 2 ** 32 - 1;

/** @throws Refusal INPUT_INVALID for a text task, which has other endpoints */
export function assertImages(task: TaskEntry): asserts task is ImageTask {
  if (task.kind === 'IMAGE') return;
  const detail = `The task ${task.name} returns text, not images. Use the task media/image.`;
  throw new Refusal('INPUT_INVALID', detail, { issues: [{ pointer: '/task', detail }] });
}

/** @throws Refusal INPUT_INVALID with all issues */
export function assertFits(request: ImageRequest, task: ImageTask): void {
  const { prompt, seed } = request;
  const issues: ValueIssue[] = imageIssues(request, task).map(({ field, detail }) => ({
    pointer: `/${field}`,
    detail,
  }));
  const { maxPromptCharacters } = task.images;
  if (prompt.trim() === '') issues.push({ pointer: '/prompt', detail: 'The prompt is empty. Describe the image.' });
  if (prompt.length > maxPromptCharacters) {
    const detail = `The prompt has ${groupDigits(prompt.length)} characters; the maximum is ${groupDigits(maxPromptCharacters)}.`;
    issues.push({ pointer: '/prompt', detail });
  }
  if (seed !== null && !(Number.isSafeInteger(seed) && seed >= 0 && seed <= MAX_SEED)) {
    issues.push({ pointer: '/seed', detail: `The seed must be an integer from 0 to ${MAX_SEED}; it is ${seed}.` });
  }
  if (issues.length > 0) throw new Refusal('INPUT_INVALID', issues.map(({ detail }) => detail).join(' '), { issues });
}

/** SHA-256 and size of the request as canonical JSON (RFC 8785). */
export function requestDigest({ task, prompt, widthPx, heightPx, seed, count }: ImageRequest): ContentDigest {
  const bytes = canonicalBytes({ task, prompt, widthPx, heightPx, seed, count });
  return { byteSize: bytes.length, sha256: hash('sha256', bytes) };
}

/** SHA-256 and size of all pictures, concatenated. */
export function imagesDigest(images: readonly Pick<RawImage, 'bytes'>[]): ContentDigest {
  const digest = createHash('sha256');
  let byteSize = 0;
  for (const { bytes } of images) {
    digest.update(bytes);
    byteSize += bytes.byteLength;
  }
  return { byteSize, sha256: digest.digest('hex') };
}
