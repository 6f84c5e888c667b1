import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import {
  PartnerByIdDocument,
  type PartnerByIdQuery,
  RevokePartnerLinkDocument,
} from '../../web/generated/partners/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { useIsCovered } from '../../web/kit/overlays.ts';
import { Page, Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { LinkForm } from './link-form.tsx';
import { LinkState, linkWorks } from './link-state.tsx';
import { WhatPartnersSee } from './what-partners-see.tsx';

type PartnerLink = PartnerByIdQuery['partnerLinks']['nodes'][number];

/** `/admin/partners/prt_…`: the links of one, and what they open. */
export function Screen() {
  const { partnerId } = useParamsOf('/admin/partners/$partnerId');
  const isCovered = useIsCovered();
  const maySee = useMay()('assets:read');
  const asked = useQueryOf(PartnerByIdDocument, { id: partnerId, ...usePage() });
  const [isIssuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<PartnerLink | null>(null);
  const partner = asked.data?.node?.__typename === 'Partner' ? asked.data.node : null;
  if (asked.data && !partner)
    return (
      <Page title="Partner">
        <Empty action={<ButtonLink to="/admin/partners">All partners</ButtonLink>}>There is no such partner.</Empty>
      </Page>
    );
  const columns: readonly Column<PartnerLink>[] = [
    { title: 'Link', cell: ({ hint }) => <code>{hint}…</code> },
    { title: 'State', cell: (link) => <LinkState link={link} /> },
    { title: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} ago /> },
    { title: 'Issued', isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: 'Actions',
      cell: (link) =>
        linkWorks(link) ? (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setRevoking(link)}
            aria-label={`Revoke the link ${link.hint}…`}
          >
            Revoke
          </Button>
        ) : null,
    },
  ];
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
      actions={partner && <Button onClick={() => setIssuing(true)}>Issue another link</Button>}
    >
      <Section title="Links">
        <Shown asked={asked} rows={4}>
          {({ partnerLinks: { nodes, pageInfo } }) =>
            nodes.length === 0 ? (
              <Empty>There is no link here.</Empty>
            ) : (
              <DataTable caption="Links" rows={nodes} columns={columns} pageInfo={pageInfo} />
            )
          }
        </Shown>
      </Section>
      {maySee && <WhatPartnersSee />}
      <Modal
        opened={isIssuing}
        onClose={() => setIssuing(false)}
        closeOnEscape={!isCovered}
        closeOnClickOutside={!isCovered}
        title="Another link"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {partner && <LinkForm partnerName={partner.name} onDone={() => setIssuing(false)} />}
      </Modal>
      {revoking && <Revoke link={revoking} onClose={() => setRevoking(null)} />}
    </Page>
  );
}

function Revoke({ link, onClose }: { link: PartnerLink; onClose(): void }) {
  return (
    <ConfirmMutation
      document={RevokePartnerLinkDocument}
      variables={{ input: { partnerTokenId: link.id } }}
      title="Revoke the link?"
      action="Revoke the link"
      told="The link is revoked."
      onClose={onClose}
    >
      <p>
        Whoever opens <code>{link.hint}…</code> from then on sees nothing. It never works again; another one can be
        issued.
      </p>
    </ConfirmMutation>
  );
}
