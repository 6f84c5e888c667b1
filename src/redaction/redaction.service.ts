import type { CustomersApi } from '../customers/index.ts';
import { assertAccess } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { InputInvalid } from '../platform/graphql/schema/problem.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { SettingsApi } from '../settings/index.ts';
import type { KnownNames } from './known-names.ts';
import { nameIssues } from './name-rules.ts';
import { RedactionMapRefused } from './redaction.problems.ts';
import { redactedTextsPerMinute } from './redaction.settings.ts';
import type { RedactionMaps } from './redaction-maps.ts';
import { TooManyFindings } from './text/finding.ts';
import { NameList } from './text/name-list.ts';
import { type RedactionResult, redactInTurns } from './text/redact.ts';
import { restore } from './text/restore.ts';

/** Longest text of one request, in UTF-16 code units. */
export const MOST_TEXT = 100_000;
/** Maximum findings of one redacted text. */
export const MOST_SHOWN = 2_000;
/** Maximum names of one request, in addition to the customer's list. */
export const MOST_GIVEN_NAMES = 200;
/**
 * Maximum UTF-16 code units of a restored text. One placeholder can occur many times in the given text, so a restored text can be
 * far longer.
 */
const MOST_RESTORED = 1_000_000;

export interface RedactionServiceOptions {
  customers: Pick<CustomersApi, 'accountOf'>;
  limits: Limits;
  settings: SettingsApi;
  names: KnownNames;
  maps: RedactionMaps;
  /** True if callers without the permission `texts:redact` can redact and restore texts. */
  isOpen: boolean;
}

export interface RedactedText extends RedactionResult {
  readonly sealed: { readonly token: string; readonly expiresAt: Date } | null;
}

/** Redacts and restores texts. Stores nothing of them. */
export class RedactionService {
  readonly #options: RedactionServiceOptions;
  readonly #limit: Limit;

  constructor(options: RedactionServiceOptions) {
    this.#options = options;
    this.#limit = {
      name: 'redacted-texts',
      of: 'texts to redact or restore',
      amount: () => options.settings.value(redactedTextsPerMinute),
      per: 'minute',
      exempt: 'texts:unmetered',
      counted: 'BY_PROCESS',
    };
  }

  async redact(
    ctx: Context,
    { text, names, keepMap }: { text: string; names: readonly string[]; keepMap: boolean },
  ): Promise<RedactedText | InputInvalid> {
    await this.#admit(ctx);
    const issues = nameIssues(names, MOST_GIVEN_NAMES);
    if (issues.length > 0) return new InputInvalid(issues);
    const account = await this.#options.customers.accountOf(ctx);
    const own = await this.#options.names.of(account.id);
    try {
      const redacted = await redactInTurns(text, { names: [own, new NameList(names)] });
      if (redacted.findings.length > MOST_SHOWN) throw new TooManyFindings(MOST_SHOWN);
      return { ...redacted, sealed: keepMap ? this.#options.maps.seal(ctx, redacted.map) : null };
    } catch (error) {
      if (error instanceof TooManyFindings) return new InputInvalid([{ pointer: '/text', detail: error.message }]);
      throw error;
    }
  }

  async restore(
    ctx: Context,
    { text, map: token }: { text: string; map: string },
  ): Promise<string | InputInvalid | RedactionMapRefused> {
    await this.#admit(ctx);
    const map = this.#options.maps.open(ctx, token);
    if (!map) return new RedactionMapRefused();
    const restored = restore(text, map);
    if (restored.length <= MOST_RESTORED) return restored;
    const most = MOST_RESTORED.toLocaleString('en');
    return new InputInvalid([
      {
        pointer: '/text',
        detail: `The restored text would have more than ${most} characters (${restored.length.toLocaleString('en')}). Restore it in parts.`,
      },
    ]);
  }

  async #admit(ctx: Context): Promise<void> {
    if (!this.#options.isOpen) assertAccess(ctx.principal, 'texts:redact');
    await this.#options.limits.take(ctx, [this.#limit, 1]);
  }
}
