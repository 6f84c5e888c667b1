import { fitsPattern } from '../policy/target-pattern.ts';
import { type PublishAction, PublishFindingKind } from '../publish-action.ts';
import type { LintFinding } from './lint.ts';

/** Targets that the policy does not name. @param allowed null: anybody may be reached */
export function* strangers(
  { channel, targets }: PublishAction,
  allowed: readonly string[] | null,
): Generator<LintFinding> {
  if (allowed === null) return;
  for (const [index, target] of targets.entries()) {
    if (allowed.some((pattern) => fitsPattern(channel, target, pattern))) continue;
    yield {
      kind: PublishFindingKind.RECIPIENT_NOT_ALLOWED,
      pointer: `/targets/${index}`,
      detail: 'This recipient is not among those that the policy allows for its channel.',
    };
  }
}
