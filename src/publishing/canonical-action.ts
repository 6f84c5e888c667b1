import { hash } from 'node:crypto';
import { canonicalBytes, parseJson } from '../proof/json.ts';
import type { PublishAction, PublishFinding } from './publish-action.ts';

/** What an action is made of, as it was when it was asked for. */
export interface SourceDigests {
  readonly runs: readonly { readonly id: string; readonly outputSha256: string; readonly textSha256: string | null }[];
  readonly assets: readonly { readonly id: string; readonly sha256: string }[];
}

/** All that is approved or not. Its bytes are what its approver is shown, and what a permit is for. */
export interface CanonicalAction extends SourceDigests {
  /** Of this form. */
  readonly version: 1;
  readonly id: string;
  readonly tool: string;
  readonly channel: PublishAction['channel'];
  readonly targets: readonly string[];
  readonly arguments: PublishAction['arguments'];
  readonly summary: string;
  readonly asker: string;
  readonly owner: string;
  readonly policy: { readonly version: number; readonly sha256: string };
  /** As they were found before anybody looked: what is approved, is approved with them. */
  readonly findings: readonly PublishFinding[];
  readonly supersedes: string | null;
  readonly idempotencyKey: string | null;
  /** 32 random bytes, so that nobody finds what was asked for by its digest. */
  readonly nonce: string;
}

/** RFC 8785, so that one action has one digest, whoever writes it. */
export function bytesOfAction(action: CanonicalAction): Buffer {
  return Buffer.from(canonicalBytes(action));
}

export const digestOfAction = (bytes: Buffer) => hash('sha256', bytes);

/** To be called for bytes whose digest was looked at. */
export function actionIn(bytes: Buffer): CanonicalAction {
  return parseJson(bytes) as unknown as CanonicalAction;
}
