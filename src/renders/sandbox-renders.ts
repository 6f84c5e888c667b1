import { assertAccess } from '../platform/auth/access.ts';
import { can, isAnonymous } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { Permission } from '../platform/registry.ts';
import type { SettingsApi } from '../settings/index.ts';
import { anonymousPicturesPerDay } from './render.settings.ts';

/** Longest side of a sandbox picture, in pixels. */
export const SANDBOX_MAX_SIDE_PX = 512;
/** Maximum sandbox renders in progress per requester. All anonymous callers are one requester, so they share it. */
export const SANDBOX_MAX_ACTIVE = 4;
/** Time after which sandbox renders are deleted. */
export const SANDBOX_RETENTION_SECONDS = 24 * 3600;

interface SandboxBrief {
  width?: number | null | undefined;
  height?: number | null | undefined;
  saveToBank: boolean;
  idempotencyKey?: string | null | undefined;
}

/**
 * Renders of callers without the permission, if the sandbox is on: small, temporary pictures by the embedded engine, limited per
 * day. No model is called for them, independent of the policy.
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

  /** True if the caller only gets sandbox renders. @throws Refusal UNAUTHENTICATED, FORBIDDEN if the sandbox is off */
  isFor({ principal }: Context, permission: Permission): boolean {
    if (!this.#isSandboxOn) assertAccess(principal, permission);
    return !can(principal, permission);
  }

  /** Parts of a brief that sandbox renders don't allow. */
  issuesOf({ principal }: Context, { width, height, saveToBank, idempotencyKey }: SandboxBrief): ValueIssue[] {
    const who = isAnonymous(principal) ? 'Without a credential' : 'With these credentials';
    const issues: ValueIssue[] = [];
    if (saveToBank) {
      issues.push({ pointer: '/saveToBank', detail: `${who}, pictures can't be saved. Send \`saveToBank: false\`.` });
    }
    for (const [name, side] of Object.entries({ width, height })) {
      if ((side ?? 0) <= SANDBOX_MAX_SIDE_PX) continue;
      issues.push({
        pointer: `/${name}`,
        detail: `${who}, a side has at most ${SANDBOX_MAX_SIDE_PX} pixels, not ${side}.`,
      });
    }
    // All anonymous callers would share the key.
    if (idempotencyKey != null && isAnonymous(principal)) {
      issues.push({
        pointer: '/idempotencyKey',
        detail: 'Idempotency keys need a credential. Leave the key out, or send a credential.',
      });
    }
    return issues;
  }

  /** Counts pictures against the daily limit. @throws Refusal RATE_LIMITED */
  take(ctx: Context, permission: Permission, count: number): Promise<void> {
    return this.#limits.take(ctx, [this.#limit(permission), count]);
  }

  /** Returns the count of pictures that were not requested after all. */
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
