import { z } from 'zod';
import { Plan } from '../../customers/index.ts';
import type { Catalogue } from '../../models/index.ts';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { sentenceOf } from '../../platform/errors/value-sentences.ts';
import type { RoutingPolicyDraft } from './policy.ts';
import { policyIssues } from './policy-check.ts';

/** Maximum number of rules. The check against the catalogue allows one rule per task. */
const MAX_RULES = 40;
const MAX_PATH = 9;

const name = z.string().min(1).max(100);
const path = z.array(name).max(MAX_PATH);

/** Shape of a policy document. `policy-check.ts` checks it against the catalogue. */
const PolicyShape = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        task: name,
        path,
        pathPastSoftCap: path.nullable().default(null),
        plans: z.array(z.enum(Plan)).max(10),
      }),
    )
    .max(MAX_RULES),
  attempts: z.strictObject({ most: z.int(), perDeployment: z.int() }),
  repair: z.strictObject({ attempts: z.int(), by: z.enum(['SAME', 'NEXT']).default('SAME') }).optional(),
});

/** Parses a policy document and checks it against the catalogue. Returns the policy, or its issues with their JSON pointers. */
export function checkPolicy(
  sent: unknown,
  catalogue: Catalogue,
): { draft: RoutingPolicyDraft } | { issues: ValueIssue[] } {
  const parsed = PolicyShape.safeParse(sent, { error: sentenceOf });
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ pointer: pointerOf(path), detail: message }));
    return { issues };
  }
  const issues = policyIssues(parsed.data, catalogue);
  return issues.length > 0 ? { issues } : { draft: parsed.data };
}

const pointerOf = (path: readonly PropertyKey[]) => path.map((key) => `/${String(key)}`).join('');
