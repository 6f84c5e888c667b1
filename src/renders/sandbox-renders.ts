import { assertAccess } from '../platform/auth/access.ts';
import { can, isAnonymous } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { Permission } from '../platform/registry.ts';
import type { SettingsApi } from '../settings/index.ts';
import { anonymousPicturesPerDay } from './render.settings.ts';

/** Of what strangers try out. */
export const SANDBOX_MAX_SIDE_PX = 512;
/** Of all that one name stands for: strangers are one, and what they wait for keeps others waiting. */
export const SANDBOX_MAX_ACTIVE = 4;
/** What strangers have drawn is forgotten after so long. */
export const SANDBOX_RETENTION_SECONDS = 24 * 3600;

interface SandboxBrief {
  width?: number | null | undefined;
  height?: number | null | undefined;
  saveToBank: boolean;
  idempotencyKey?: string | null | undefined;
}

/**
 * Who may not have pictures drawn may try the engine of this process where the sandbox is on: small pictures, which nobody keeps, so
 * many a day. No model is asked for them, whatever the policy says.
 */
export class SandboxRenders {
  readonly #limits: Pick<Limits, 'take' | 'giveBack'>;
  readonly #perDay: () => Promise<number>;
  readonly #isSandboxOn: boolean;

  constructor(limits: Pick<Limits, 'take' | 'giveBack'>, settings: SettingsApi, isSandboxOn: boolean) {
    this.#limits = limits;
    this.#perDay = () => settings.value(anonymousPicturesPerDay);
    this.#isSandboxOn = isSandboxOn;
  }

  /** Whether this one only tries it out. @throws Refusal UNAUTHENTICATED, FORBIDDEN where nobody may */
  isFor({ principal }: Context, permission: Permission): boolean {
    if (!this.#isSandboxOn) assertAccess(principal, permission);
    return !can(principal, permission);
  }

  /** What of a brief is not for strangers. */
  issuesOf({ principal }: Context, { width, height, saveToBank, idempotencyKey }: SandboxBrief): ValueIssue[] {
    const who = isAnonymous(principal) ? 'Without a credential' : 'With these credentials';
    const issues: ValueIssue[] = [];
    if (saveToBank) {
      issues.push({ pointer: '/saveToBank', detail: `${who}, no picture is saved: send \`saveToBank: false\`.` });
    }
    for (const [name, side] of Object.entries({ width, height })) {
      if ((side ?? 0) <= SANDBOX_MAX_SIDE_PX) continue;
      issues.push({ pointer: `/${name}`, detail: `${who}, a side has at most ${SANDBOX_MAX_SIDE_PX} pixels.` });
    }
    // It would be everybody's.
    if (idempotencyKey != null && isAnonymous(principal)) {
      issues.push({ pointer: '/idempotencyKey', detail: 'Without a credential, there are no idempotency keys.' });
    }
    return issues;
  }

  /** @throws Refusal RATE_LIMITED */
  take(ctx: Context, permission: Permission, count: number): Promise<void> {
    return this.#limits.take(ctx, [this.#limit(permission), count]);
  }

  /** Returns what was taken for pictures that were not requested after all. */
  giveBack(ctx: Context, permission: Permission, count: number): Promise<void> {
    return this.#limits.giveBack(ctx, this.#limit(permission), count);
  }

  #limit(exempt: Permission): Limit {
    return {
      name: 'strangers-pictures',
      of: 'pictures',
      amount: this.#perDay,
      per: 'day',
      exempt,
      counted: 'BY_ALL',
    };
  }
}
