import type { EntityManager } from '@mikro-orm/postgresql';
import { hintOf, newToken } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { newId } from '../platform/ids.ts';
import { composeText } from '../proof/normal-form.ts';
import { Partner, PartnerToken } from './partner.entity.ts';
import { addPartner } from './partner.sql.ts';

const DEFAULT_LIFETIME_DAYS = 365;
const MAX_LIFETIME_DAYS = 3 * 365;
const MAX_NAME_LENGTH = 200;
const DAY_MS = 86_400_000;

export interface TokenRequest {
  partnerName: string;
  /** Days from now. */
  lifetimeDays?: number | null;
}

export class PartnerService {
  /** Issues a token for a partner, who is made when there is none of this name. The secret is given out here and nowhere else. */
  async issueToken(
    ctx: Context,
    request: TokenRequest,
  ): Promise<{ token: PartnerToken; secret: string } | InputInvalid> {
    const name = composeText(request.partnerName.trim());
    const days = request.lifetimeDays ?? DEFAULT_LIFETIME_DAYS;
    if (name === '' || name.length > MAX_NAME_LENGTH) {
      return new InputInvalid([
        { pointer: '/partnerName', detail: `The name has 1 to ${MAX_NAME_LENGTH} characters.` },
      ]);
    }
    if (days < 1 || days > MAX_LIFETIME_DAYS) {
      return new InputInvalid([{ pointer: '/lifetimeDays', detail: `A token lives 1 to ${MAX_LIFETIME_DAYS} days.` }]);
    }

    const secret = newToken('imgp_');
    const token = await ctx.em.transactional(async (inner) => {
      const issued = inner.create(PartnerToken, {
        partner: await partnerNamed(inner, name),
        tokenHash: digestOf(secret),
        hint: hintOf(secret),
        createdBy: ctx.principal.actor,
        expiresAt: new Date(ctx.clock.now().getTime() + days * DAY_MS),
        revokedAt: null,
        lastUsedAt: null,
      });
      await inner.persist(issued).flush();
      return issued;
    });
    return { token, secret };
  }

  /** Takes effect with the next request. Revoking twice changes nothing. */
  async revokeToken({ em, clock }: Context, id: string): Promise<PartnerToken | NotFound> {
    const token = await em.findOne(PartnerToken, id);
    if (!token) return new NotFound(id);
    token.revokedAt ??= clock.now();
    await em.flush();
    return token;
  }
}

/** The partner of this name, made when there is none. Two who ask at once get the same one. */
async function partnerNamed(em: EntityManager, name: string): Promise<Partner> {
  await addPartner(em, newId('partner'), name);
  return em.findOneOrFail(Partner, { name });
}
