import DataLoader from 'dataloader';
import type { AssetOrder, AssetPageArgs, AssetReads } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { worksSql } from '../platform/credentials/key.sql.ts';
import { badUserInput } from '../platform/errors/errors.ts';
import { type CompilableFields, compilableObject } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { type NodeRead, ownRowsUnless } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../platform/graphql/reads/page-projection.ts';
import { type PageRequest, pageWindow } from '../platform/graphql/reads/page-window.ts';
import { RowConditions } from '../platform/graphql/reads/row-conditions.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { containsText } from '../platform/graphql/reads/text-search.ts';
import { composeText } from '../proof/normal-form.ts';
import { Partner, PartnerLink } from './partner.entity.ts';
import type { PartnersArgs } from './partner.inputs.ts';
import { findTokensOf } from './partner.sql.ts';

/** Maximum number of pictures per page of the media desk, as documented in the API. */
export const MAX_DESK_PAGE_SIZE = 50;

interface DeskPageArgs extends PageRequest {
  tags?: string[] | null;
  orderBy?: AssetOrder | null;
}

/**
 * Converts the arguments for a page of the media desk to those for a page of the image bank.
 * @throws Refusal BAD_USER_INPUT if the page size is too large
 */
export function deskPage({ tags, ...page }: DeskPageArgs): AssetPageArgs {
  pageWindow(page, MAX_DESK_PAGE_SIZE);
  return { ...page, filter: { tags } };
}

const MAX_SEARCH_LENGTH = 200;
/** SQL condition for a link that is currently valid. */
export const WORKS = worksSql('partner_token');
/** Maximum number of links returned with each partner. */
export const MAX_LINKS_BESIDE = 50;

export const partner = entityProjection(Partner);

export const partnerPages = new PageProjection<PartnersArgs, { id: string }>({
  typeName: 'PartnerConnection',
  node: partner,
  ids: 'partner',
  orders: { CREATED_AT: 'id', NAME: { sql: 'lower(partner.name)', type: 'text' } },
  createdAt: 'partner.created_at',
  filter({ filter }) {
    const { search, hasValidLink } = filter ?? {};
    const rows = new RowConditions();
    if ((search?.length ?? 0) > MAX_SEARCH_LENGTH) {
      const detail = `The search text has ${search!.length} characters. The maximum is ${MAX_SEARCH_LENGTH}.`;
      throw badUserInput(detail, [{ pointer: '/filter/search', detail }]);
    }
    if (search) rows.where(containsText('partner.name', '$'), composeText(search));
    if (typeof hasValidLink === 'boolean') {
      rows.where(
        `${hasValidLink ? '' : 'not '}exists (select from partner_token where partner_token.partner_id = partner.id and ${WORKS})`,
      );
    }
    return rows;
  },
});

/** Read of a partner by its id, for the queries `node` and `nodes`. A partner can see itself. */
export const partnerNode: NodeRead = { projection: partner, visible: ownRowsUnless('partners:manage', 'partner.id') };

/** Loads the newest links of partners, at most `MAX_LINKS_BESIDE` for each partner, newest first. */
export const linksOfPartners = ({ em }: Context) =>
  new DataLoader<string, PartnerLink[]>(
    async (partnerIds) => {
      const rows = await findTokensOf(em, [...new Set(partnerIds)], MAX_LINKS_BESIDE);
      const byPartner = Map.groupBy(
        rows.map((row) => em.map(PartnerLink, row)),
        (token) => token.partner.id,
      );
      return partnerIds.map((id) => byPartner.get(id) ?? []);
    },
    { cache: false },
  );

/** Queries whose JSON PostgreSQL builds directly: the list of partners and the media desk. */
export function partnerReads({ usable }: AssetReads): CompilableFields {
  const itself = compilableRow(partner, (_args, { principal }) => ({
    conditions: ['partner.id = $1'],
    values: [principal.subjectId],
  }));
  return {
    partners: partnerPages.compilable,
    mediaDesk: compilableObject('MediaDesk', { partner: itself, assets: usable.compilableWith(deskPage) }),
  };
}
