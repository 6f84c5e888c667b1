import type { Context } from '../platform/context.ts';
import { keyIssues, MAX_KEY_NAME_LENGTH } from '../platform/credentials/key-rules.ts';
import { type IssuedKey, type KeyIssueResult, KeyService } from '../platform/credentials/key-service.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import type { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import type { NoteIssued } from '../platform/idempotency/issue-once.ts';
import { newId } from '../platform/ids.ts';
import { composeText } from '../proof/normal-form.ts';
import { Partner, type PartnerLink } from './partner.entity.ts';
import { type IssuePartnerLinkInput, TOKEN_LIFETIME } from './partner.inputs.ts';
import type { PartnerConflict } from './partner.problems.ts';
import { addPartner } from './partner.sql.ts';
import { partnerLinkKind } from './partner-link.kind.ts';

export class PartnerService {
  readonly tokens: KeyService<PartnerLink, Partner, PartnerConflict>;

  /** @param onChange called after a change of links, so that this process drops its cached links */
  constructor(onChange: () => void = () => {}) {
    this.tokens = new KeyService(partnerLinkKind, onChange);
  }

  /** Issues a link for a partner, once per idempotency key. */
  issueTokenOnce(
    ctx: Context,
    input: IssuePartnerLinkInput,
  ): Promise<KeyIssueResult<PartnerLink> | InputInvalid | PartnerConflict | IdempotencyKeyReused> {
    return this.tokens.issueOnce(ctx, input, (note) => this.issueToken(ctx, input, note));
  }

  /** Issues a link for the partner with this name. Creates the partner if it doesn't exist. */
  async issueToken(
    ctx: Context,
    { partnerName, name = null, lifetimeDays }: IssuePartnerLinkInput,
    note?: NoteIssued,
  ): Promise<IssuedKey<PartnerLink> | InputInvalid | PartnerConflict> {
    const called = composeText(partnerName.trim());
    const issues = keyIssues({ name, lifetimeDays }, TOKEN_LIFETIME);
    if (called === '' || called.length > MAX_KEY_NAME_LENGTH) {
      issues.unshift({
        pointer: '/partnerName',
        detail: `The name of the partner has ${called.length} characters. Use 1 to ${MAX_KEY_NAME_LENGTH}.`,
      });
    }
    if (issues.length > 0) return new InputInvalid(issues);
    return ctx.transactional(async (inner) => {
      // Does nothing if a concurrent call has created the partner, so that both calls get the same partner.
      await addPartner(inner.em, newId('partner'), called);
      const { id } = await inner.em.findOneOrFail(Partner, { name: called });
      const issued = await this.tokens.issue(inner, { ownerId: id, name, lifetimeDays, values: {}, note });
      if (issued instanceof NotFound) throw new Error(`Partner ${id} is missing, although partners are never deleted.`);
      return issued;
    });
  }
}
