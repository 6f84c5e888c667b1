import { Outlet } from '@tanstack/react-router';
import {
  PartnerByIdDocument,
  RevokePartnerLinkDocument,
  RotatePartnerLinkDocument,
} from '../../web/generated/partners/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { KeyTable } from '../../web/kit/key-table.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { PartnerView } from './partner-view.tsx';

/** `/admin/partners/prt_…`: the links of one, and what they open. */
export function Screen() {
  const { partnerId } = useParamsOf('/admin/partners/$partnerId');
  const maySee = useMay()('assets:read');
  const query = useQueryOf(PartnerByIdDocument, { id: partnerId, ...usePage() });
  const partner = query.data?.node?.__typename === 'Partner' ? query.data.node : null;
  if (query.data && !partner)
    return (
      <Page title="Partner">
        <Empty action={<ButtonLink to="/admin/partners">All partners</ButtonLink>}>There is no such partner.</Empty>
      </Page>
    );
  return (
    <Page
      title={partner?.name ?? 'Partner'}
      lead={
        partner && (
          <>
            A partner since <When at={partner.createdAt} />.
          </>
        )
      }
      actions={partner && <ButtonLink to={`/admin/partners/${partner.id}/new-link`}>Issue a link</ButtonLink>}
    >
      <Section title="Links">
        <QueryView query={query} rows={4}>
          {({ partnerLinks: { nodes, pageInfo } }) =>
            nodes.length === 0 ? (
              <Empty>There is no link here.</Empty>
            ) : (
              <KeyTable
                word="link"
                keys={nodes}
                pageInfo={pageInfo}
                columns={[{ title: 'Issued', isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> }]}
                rotate={{
                  document: RotatePartnerLinkDocument,
                  variablesFor: (partnerTokenId, rotation) => ({ input: { partnerTokenId, ...rotation } }),
                  secretOf: ({ mediaDeskUrl }) => mediaDeskUrl,
                }}
                revoke={{
                  document: RevokePartnerLinkDocument,
                  variablesFor: (partnerTokenId) => ({ input: { partnerTokenId } }),
                }}
              />
            )
          }
        </QueryView>
      </Section>
      {maySee && <PartnerView />}
      <Outlet />
    </Page>
  );
}
