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
import { texts } from './texts.ts';

/** Screen `/admin/partners/prt_…`: the links of a partner, and the pictures that they show. */
export function Screen() {
  const { partnerId } = useParamsOf('/admin/partners/$partnerId');
  const maySee = useMay()('assets:read');
  const query = useQueryOf(PartnerByIdDocument, { id: partnerId, ...usePage() });
  const partner = query.data?.node?.__typename === 'Partner' ? query.data.node : null;
  if (query.data && !partner)
    return (
      <Page title={texts.partner.title}>
        <Empty action={<ButtonLink to="/admin/partners">{texts.partner.all}</ButtonLink>}>
          {texts.partner.notFound}
        </Empty>
      </Page>
    );
  return (
    <Page
      title={partner?.name ?? texts.partner.title}
      lead={partner && <>{texts.partner.since(<When at={partner.createdAt} />)}</>}
      actions={partner && <ButtonLink to={`/admin/partners/${partner.id}/new-link`}>{texts.link.create}</ButtonLink>}
    >
      <Section title={texts.partner.links}>
        <QueryView query={query} rows={4}>
          {({ partnerLinks: { nodes, pageInfo } }) =>
            nodes.length === 0 ? (
              <Empty>{texts.partner.noLinks}</Empty>
            ) : (
              <KeyTable
                word="link"
                keys={nodes}
                pageInfo={pageInfo}
                columns={[
                  { title: texts.partner.created, isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
                ]}
                rotate={{
                  document: RotatePartnerLinkDocument,
                  variablesFor: (partnerLinkId, rotation) => ({ input: { partnerLinkId, ...rotation } }),
                  secretOf: ({ mediaDeskUrl }) => mediaDeskUrl,
                }}
                revoke={{
                  document: RevokePartnerLinkDocument,
                  variablesFor: (partnerLinkId) => ({ input: { partnerLinkId } }),
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
