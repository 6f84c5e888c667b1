import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { forPermission, type NodeRead } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../platform/graphql/reads/page-projection.ts';
import { RowConditions } from '../platform/graphql/reads/row-conditions.ts';
import { PartnerLink } from './partner.entity.ts';
import type { PartnerLinksArgs } from './partner.inputs.ts';
import { partner, WORKS } from './partner.reads.ts';

const token = entityProjection(PartnerLink, {
  fields: { partner: { object: partner, rows: 'select * from partner where partner.id = partner_token.partner_id' } },
});

/** Lists the links of all partners. */
export const partnerLinkPages = new PageProjection<PartnerLinksArgs, { id: string }>({
  typeName: 'PartnerLinkConnection',
  node: token,
  ids: 'partnerLink',
  orders: {
    CREATED_AT: 'id',
    EXPIRES_AT: { sql: 'partner_token.expires_at', type: 'time' },
    LAST_USED_AT: { sql: 'partner_token.last_used_at', type: 'time', isNullable: true },
  },
  createdAt: 'partner_token.created_at',
  filter({ filter }) {
    const { partnerId, isValid } = filter ?? {};
    const rows = new RowConditions().oneOf('partner_token.partner_id', partnerId);
    return typeof isValid === 'boolean' ? rows.where(isValid ? `(${WORKS})` : `not (${WORKS})`) : rows;
  },
});

/** Read of a partner link by its id, for the queries `node` and `nodes`. */
export const partnerLinkNode: NodeRead = { projection: token, visible: forPermission('partners:manage') };
