import { z } from 'zod';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { sentenceOf } from '../../platform/errors/value-sentences.ts';
import { PublishChannel, PublishFindingKind } from '../publish-action.ts';
import type { PublishingPolicyDraft } from './policy.ts';

/**
 * Maximum number of patterns in each condition of a rule, and of allowed recipients per channel. Each target of an action is
 * compared with all patterns for targets.
 */
const MAX_PATTERNS = 200;
const MAX_RULES = 100;
const DAY_MINUTES = 24 * 60;

const text = z.string().min(1).max(320);
const patterns = z.array(text).min(1).max(MAX_PATTERNS).nullable().default(null);

const terms = z.strictObject({
  quorum: z.int().min(1).max(10),
  lifetimeMinutes: z
    .int()
    .min(1)
    .max(30 * DAY_MINUTES)
    .default(DAY_MINUTES),
  permitMinutes: z.int().min(1).max(DAY_MINUTES).default(15),
  blocking: z.array(z.enum(PublishFindingKind)).max(Object.keys(PublishFindingKind).length).default([]),
});

const when = z.strictObject({
  channels: z.array(z.enum(PublishChannel)).min(1).max(3).nullable().default(null),
  tools: patterns,
  targets: z
    .strictObject({ quantity: z.enum(['ANY', 'ALL']), patterns: z.array(text).min(1).max(MAX_PATTERNS) })
    .nullable()
    .default(null),
  recipientsAtLeast: z.int().min(2).max(1_000).nullable().default(null),
  agents: patterns,
  owners: patterns,
});

/** Shape of a policy in a request. `policy-check.ts` validates everything else. */
const PolicyShape = z.strictObject({
  rules: z.array(z.strictObject({ name: z.string().trim().min(1).max(100), when, terms })).max(MAX_RULES),
  otherwise: terms,
  recipients: z
    .strictObject({ CRM: recipients(), EMAIL: recipients(), MESSAGING: recipients() })
    .default({ CRM: null, EMAIL: null, MESSAGING: null }),
});

function recipients() {
  return z.array(text).max(MAX_PATTERNS).nullable().default(null);
}

/** Parses a policy and adds default values. Returns issues if its shape is invalid. */
export function readPolicy(sent: unknown): { draft: PublishingPolicyDraft } | { issues: ValueIssue[] } {
  const parsed = PolicyShape.safeParse(sent, { error: sentenceOf });
  if (parsed.success) return { draft: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    pointer: path.map((key) => `/${String(key)}`).join(''),
    detail: message,
  }));
  return { issues };
}
