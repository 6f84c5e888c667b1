import { fitsPattern } from '../policy/target-pattern.ts';
import { type PublishAction, PublishFindingKind } from '../publish-action.ts';
import type { LintFinding } from './lint.ts';

/**
 * Finds recipients that the policy doesn’t allow.
 * @param allowed patterns of allowed recipients; null allows all
 */
export function* disallowedRecipients(
  { channel, targets }: PublishAction,
  allowed: readonly string[] | null,
): Generator<LintFinding> {
  if (allowed === null) return;
  for (const [index, target] of targets.entries()) {
    if (allowed.some((pattern) => fitsPattern(channel, target, pattern))) continue;
    yield {
      kind: PublishFindingKind.RECIPIENT_NOT_ALLOWED,
      pointer: `/targets/${index}`,
      detail: 'The policy doesn’t allow this recipient for its channel.',
    };
  }
}
