import { assertAccess } from '../platform/auth/access.ts';
import { can, isAnonymous } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { Permission } from '../platform/registry.ts';
import type { SettingsApi } from '../settings/index.ts';
import { anonymousPicturesPerDay } from './render.settings.ts';

/** Maximum width and height of a sandbox picture, in pixels. */
export const SANDBOX_MAX_SIDE_PX = 512;
/** Maximum number of sandbox renders in progress per requester. All anonymous callers together count as one requester. */
export const SANDBOX_MAX_ACTIVE = 4;
/** Seconds after which sandbox renders are deleted. */
export const SANDBOX_RETENTION_SECONDS = 24 * 3600;

interface SandboxBrief {
  width?: number | null | undefined;
  height?: number | null | undefined;
  saveToBank: boolean;
  idempotencyKey?: string | null | undefined;
}

/**
 * Renders of callers who lack the permission to request renders or to run tasks, if the sandbox is on: small, temporary pictures
 * by the embedded engine, with a daily limit. The routing policy is ignored and no model is called.
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

  /**
   * True if the caller lacks the permission and therefore only gets sandbox renders.
   * @throws Refusal UNAUTHENTICATED or FORBIDDEN if the caller lacks the permission and the sandbox is off
   */
  isFor({ principal }: Context, permission: Permission): boolean {
    if (!this.#isSandboxOn) assertAccess(principal, permission);
    return !can(principal, permission);
  }

  /** Issues of a brief: values that sandbox renders don't allow. */
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
    // Anonymous callers can't use idempotency keys, because all of them would share the same keys.
    if (idempotencyKey != null && isAnonymous(principal)) {
      issues.push({
        pointer: '/idempotencyKey',
        detail: 'Idempotency keys need a credential. Omit the idempotency key, or send a credential.',
      });
    }
    return issues;
  }

  /**
   * Adds pictures to the count of the daily limit.
   * @throws Refusal RATE_LIMITED if the limit is exceeded
   */
  take(ctx: Context, permission: Permission, count: number): Promise<void> {
    return this.#limits.take(ctx, [this.#limit(permission), count]);
  }

  /** Subtracts pictures that were not drawn after all from the count of the daily limit. */
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
