import { hash } from 'node:crypto';
import { canonicalBytes, parseJson } from '../proof/json.ts';
import type { PublishAction, PublishFinding } from './publish-action.ts';

/** Digests of the runs and assets that an action contains, at the time of the request. */
export interface SourceDigests {
  readonly runs: readonly { readonly id: string; readonly outputSha256: string; readonly textSha256: string | null }[];
  readonly assets: readonly { readonly id: string; readonly sha256: string }[];
}

/**
 * The exact content that is approved or rejected. Approvers see its canonical bytes, and the permit is only valid for these
 * bytes.
 */
export interface CanonicalAction extends SourceDigests {
  /** Version of the format of this object. */
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
  /** Findings of the automatic check at the time of the request. They are part of the approved content. */
  readonly findings: readonly PublishFinding[];
  readonly supersedes: string | null;
  readonly idempotencyKey: string | null;
  /** 32 random bytes, so that the content can’t be guessed from its digest. */
  readonly nonce: string;
}

/** Bytes of an action as canonical JSON (RFC 8785), so that equal actions have equal digests. */
export function bytesOfAction(action: CanonicalAction): Buffer {
  return Buffer.from(canonicalBytes(action));
}

export const digestOfAction = (bytes: Buffer) => hash('sha256', bytes);

/** Parses the canonical bytes of an action. The caller must have verified their digest. */
export function actionIn(bytes: Buffer): CanonicalAction {
  return parseJson(bytes) as unknown as CanonicalAction;
}
