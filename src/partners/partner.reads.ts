import type { AssetOrder, AssetPageArgs, AssetReads } from '../assets/index.ts';
import { type CompilableFields, compilableObject } from '../platform/graphql/compilable-field.ts';
import { type PageRequest, pageWindow } from '../platform/graphql/page-window.ts';
import { isoTime, Projection } from '../platform/graphql/projection.ts';
import { compilableRow } from '../platform/graphql/row-projection.ts';

/** A partner's list is short by contract. */
export const MAX_DESK_PAGE_SIZE = 50;

interface DeskPageArgs extends PageRequest {
  tags?: string[] | null;
  orderBy?: AssetOrder | null;
}

/** A partner's page as a page of the bank. @throws Refusal BAD_USER_INPUT for a page that is too large. */
export function deskPage({ tags, ...page }: DeskPageArgs): AssetPageArgs {
  pageWindow(page, MAX_DESK_PAGE_SIZE);
  return { ...page, filter: { tags } };
}

/** What a partner sees, read by PostgreSQL itself. */
export function partnerReads({ usable }: AssetReads): CompilableFields {
  const partner = new Projection({
    typeName: 'Partner',
    row: 'partner',
    fields: { id: 'partner.id', name: 'partner.name', createdAt: isoTime('partner.created_at') },
  });
  const itself = compilableRow(partner, (_args, { principal }) => ({
    conditions: ['partner.id = $1'],
    values: [principal.subjectId],
  }));
  return { mediaDesk: compilableObject('MediaDesk', { partner: itself, assets: usable.compilableWith(deskPage) }) };
}
