import { type CustomersApi, OWN_USE_ID } from '../customers/index.ts';
import { reportChanges } from '../platform/audit/report-changes.ts';
import { assertAccess } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { publish } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { decryptNames, encryptNames } from './known-names.ts';
import { nameIssues } from './name-rules.ts';
import { CHANGES_NAMES } from './redaction.events.ts';
import { RedactionNames } from './redaction-names.entity.ts';
import { putNames } from './redaction-names.sql.ts';

export interface CustomerNames {
  readonly customerId: string;
  readonly names: readonly string[];
}

/** Reads and replaces the names that are redacted in a customer's texts. */
export class RedactionNamesService {
  readonly #customers: Pick<CustomersApi, 'exists'>;
  readonly #encryption: EnvelopeEncryption;
  readonly #changed: () => void;

  constructor(customers: Pick<CustomersApi, 'exists'>, encryption: EnvelopeEncryption, changed: () => void) {
    this.#customers = customers;
    this.#encryption = encryption;
    this.#changed = changed;
  }

  /**
   * Reads the names of a customer. Null if the customer doesn't exist.
   * @param wanted id of the customer. Null for the caller, or for an operator, the service account of own use
   * @throws Refusal FORBIDDEN for another customer without the permission
   */
  async of(ctx: Context, wanted: string | null): Promise<CustomerNames | null> {
    const customerId = customerOf(ctx, wanted);
    if (!(await this.#customers.exists(customerId))) return null;
    const kept = await ctx.em.findOne(RedactionNames, { customerId });
    return { customerId, names: kept ? decryptNames(this.#encryption, kept.names, customerId) : [] };
  }

  /**
   * Replaces the list of names. The new list applies from the next text on, in other processes within a second.
   * @throws Refusal FORBIDDEN for another customer without the permission
   */
  async set(
    ctx: Context,
    wanted: string | null,
    given: readonly string[],
  ): Promise<CustomerNames | InputInvalid | NotFound> {
    const customerId = customerOf(ctx, wanted);
    const issues = nameIssues(given);
    if (issues.length > 0) return new InputInvalid(issues);
    if (!(await this.#customers.exists(customerId))) return new NotFound(customerId);
    const names = [...new Set(given.map((name) => name.trim()))];
    await ctx.transactional(async (inner) => {
      await putNames(inner.em, customerId, {
        names: encryptNames(this.#encryption, names, customerId),
        nameCount: names.length,
        updatedBy: ctx.principal.actor,
      });
      reportChanges([customerId]);
      publish(inner, CHANGES_NAMES, { customerId });
    });
    this.#changed();
    ctx.logger.info({ customerId, names: names.length }, 'names to be redacted were set');
    return { customerId, names };
  }
}

/**
 * Id of the wanted customer. Without one, the calling customer, or for an operator, the service account “Own use”.
 * @throws Refusal FORBIDDEN for another customer without the permission
 */
function customerOf({ principal }: Context, wanted: string | null): string {
  const { accountId } = principal;
  if (wanted !== null && wanted !== accountId) assertAccess(principal, 'redaction-names:manage');
  return wanted ?? accountId ?? OWN_USE_ID;
}
