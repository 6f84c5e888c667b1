import { PartnerByIdDocument } from '../../web/generated/partners/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { LinkForm } from './link-form.tsx';
import { texts } from './texts.ts';

/** Screen `/admin/partners/prt_…/new-link`: a form to issue a link for this partner. */
export function Screen() {
  const { partnerId } = useParamsOf('/admin/partners/$partnerId/new-link');
  const query = useQueryOf(PartnerByIdDocument, { id: partnerId, ...usePage() });
  return (
    <Detail title={texts.link.create} back={`/admin/partners/${partnerId}`}>
      <QueryView query={query} rows={4}>
        {({ node }) =>
          node?.__typename === 'Partner' ? <LinkForm partner={node} /> : <Empty>{texts.partner.notFound}</Empty>
        }
      </QueryView>
    </Detail>
  );
}
