import { createHash, hash } from 'node:crypto';
import type { ImageTask, TaskEntry } from '../../models/index.ts';
import { Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import { grouped } from '../../platform/text/grouped.ts';
import { canonicalBytes } from '../../proof/json.ts';
import { imageIssues } from '../routing/image-demand.ts';
import type { ContentDigest } from '../runs/content-digest.ts';
import type { ImageRequest, RawImage } from './image-task.ts';

const MAX_SEED = 2 ** 32 - 1;

/** @throws Refusal INPUT_INVALID for a task for texts, which has doors of its own */
export function assertImages(task: TaskEntry): asserts task is ImageTask {
  if (task.kind === 'IMAGE') return;
  const detail = `The task ${task.name} gives texts and no pictures. The task for pictures is media/image.`;
  throw new Refusal('INPUT_INVALID', detail, { issues: [{ pointer: '/task', detail }] });
}

/** @throws Refusal INPUT_INVALID with everything that is wrong */
export function assertFits(request: ImageRequest, task: ImageTask): void {
  const { prompt, seed } = request;
  const issues: ValueIssue[] = imageIssues(request, task).map(({ field, detail }) => ({
    pointer: `/${field}`,
    detail,
  }));
  const { maxPromptCharacters } = task.images;
  if (prompt.trim() === '') issues.push({ pointer: '/prompt', detail: 'Say what is to be drawn.' });
  if (prompt.length > maxPromptCharacters) {
    const detail = `A prompt has at most ${grouped(maxPromptCharacters)} characters; this one has ${grouped(prompt.length)}.`;
    issues.push({ pointer: '/prompt', detail });
  }
  if (seed !== null && !(Number.isSafeInteger(seed) && seed >= 0 && seed <= MAX_SEED)) {
    issues.push({ pointer: '/seed', detail: `A seed is a whole number from 0 to ${MAX_SEED}.` });
  }
  if (issues.length > 0) throw new Refusal('INPUT_INVALID', issues.map(({ detail }) => detail).join(' '), { issues });
}

/** Of the request as canonical JSON (RFC 8785). */
export function requestDigest({ task, prompt, widthPx, heightPx, seed, count }: ImageRequest): ContentDigest {
  const bytes = canonicalBytes({ task, prompt, widthPx, heightPx, seed, count });
  return { byteSize: bytes.length, sha256: hash('sha256', bytes) };
}

/** Of the bytes of all pictures, one after the other. */
export function imagesDigest(images: readonly RawImage[]): ContentDigest {
  const digest = createHash('sha256');
  let byteSize = 0;
  for (const { bytes } of images) {
    digest.update(bytes);
    byteSize += bytes.byteLength;
  }
  return { byteSize, sha256: digest.digest('hex') };
}
