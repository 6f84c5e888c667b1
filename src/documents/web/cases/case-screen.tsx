import './cases.css';
import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import {
  AddCaseMemberDocument,
  CaseByIdDocument,
  EraseCaseDocument,
} from '../../../web/generated/documents/graphql.ts';
import { ActorName } from '../../../web/kit/actor.tsx';
import { Breadcrumb } from '../../../web/kit/breadcrumb.tsx';
import { ButtonLink } from '../../../web/kit/button-link.tsx';
import { ConfirmMutation } from '../../../web/kit/confirm-mutation.tsx';
import { formatBytes } from '../../../web/kit/format-bytes.ts';
import { PageLink } from '../../../web/kit/link.tsx';
import { Page, Section } from '../../../web/kit/page.tsx';
import { useParamsOf } from '../../../web/kit/params.ts';
import { Empty, LiveNotice, QueryView } from '../../../web/kit/states.tsx';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../../web/kit/values.tsx';
import { useMay, useViewer } from '../../../web/kit/viewer.ts';
import type { Case } from './case.ts';
import { CaseMembers } from './case-members.tsx';
import { caseNameOf } from './case-name.tsx';
import { CaseProgressView } from './case-progress.tsx';
import { OneCustomerName } from './customer-name.tsx';
import { DocumentsList } from './documents-list.tsx';
import { retentionText } from './retention.ts';
import { texts } from './texts.ts';
import { UploadPanel } from './upload-panel.tsx';
import { useCaseProgress } from './use-case-progress.ts';

/** Screen `/admin/cases/cas_…`: one case with its documents. */
export function Screen() {
  const { caseId } = useParamsOf('/admin/cases/$caseId');
  return <CasePage key={caseId} id={caseId} />;
}

function CasePage({ id }: { id: string }) {
  const query = useQueryOf(CaseByIdDocument, { id });
  const { data } = query;
  const found = data?.case;
  const title = found ? caseNameOf(found.name) : texts.case.title;
  if (data && !found)
    return (
      <Page title={texts.case.title}>
        <Empty action={<ButtonLink to="/admin/cases">{texts.case.all}</ButtonLink>}>{texts.case.notFound}</Empty>
      </Page>
    );
  const isReadable = found?.canRead && !found.erasedAt;
  return (
    <>
      <Breadcrumb crumbs={[{ title: texts.list.title, to: '/admin/cases' }, { title }]} />
      <Page
        title={title}
        lead={isReadable ? texts.case.lead(found.documentCount ?? 0, formatBytes(found.byteCount ?? 0)) : ' '}
        actions={isReadable && <CaseLinks id={found.id} />}
      >
        <QueryView query={query} rows={14}>
          {() =>
            found && (
              <>
                {found.erasedAt ? (
                  <p>{texts.case.erased(<When at={found.erasedAt} />)}</p>
                ) : found.canRead ? (
                  <CaseDocuments id={found.id} />
                ) : (
                  <NotReadable found={found} />
                )}
                <CaseMembers found={found} />
                <CaseFacts found={found} />
              </>
            )
          }
        </QueryView>
        <Outlet />
      </Page>
    </>
  );
}

function CaseDocuments({ id }: { id: string }) {
  const mayUpload = useMay()('cases:write');
  const [progress, live] = useCaseProgress(id, { pause: false });
  return (
    <>
      {mayUpload && <UploadPanel caseId={id} />}
      <LiveNotice state={live} />
      <CaseProgressView progress={progress} />
      <DocumentsList caseId={id} progress={progress} />
    </>
  );
}

/** Tells an administrator why they see no documents, with a button to become a member. */
function NotReadable({ found }: { found: Case }) {
  const [isAsking, setAsking] = useState(false);
  const viewer = useViewer();
  return (
    <div className="notice" data-tone="care">
      <p>{texts.case.notReadable}</p>
      {useMay()('cases:members') && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {texts.case.join}
        </Button>
      )}
      {isAsking && (
        <ConfirmMutation
          document={AddCaseMemberDocument}
          variables={{ input: { caseId: found.id, member: viewer.actor } }}
          title={texts.case.joinTitle}
          action={texts.case.join}
          isDangerous={false}
          announcement={texts.case.joined}
          onClose={() => setAsking(false)}
        >
          <p>{texts.case.joinText}</p>
        </ConfirmMutation>
      )}
    </div>
  );
}

/** Links to what can be done with the documents of a case. */
function CaseLinks({ id }: { id: string }) {
  return (
    <>
      <PageLink to="/admin/cases/search" search={{ case: id }} className="button-link">
        {texts.case.search}
      </PageLink>
      <PageLink to={`/admin/cases/${id}/ask`} className="button-link" data-quiet>
        {texts.case.ask}
      </PageLink>
      <PageLink to={`/admin/cases/${id}/report`} className="button-link" data-quiet>
        {texts.case.report}
      </PageLink>
    </>
  );
}

function CaseActions({ found }: { found: Case }) {
  const { id, name, documentCount } = found;
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  return (
    <span className="row-actions">
      {may('cases:erase') && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {texts.case.erase}
        </Button>
      )}
      {may('cases:write') && (
        <ButtonLink variant="default" size="xs" to={`/admin/cases/${id}/change`}>
          {texts.case.edit}
        </ButtonLink>
      )}
      {isAsking && (
        <ConfirmMutation
          document={EraseCaseDocument}
          variables={{ input: { caseId: id } }}
          title={texts.case.eraseTitle(caseNameOf(name))}
          action={texts.case.erase}
          announcement={texts.case.eraseDone}
          onClose={() => setAsking(false)}
        >
          <p>{texts.case.eraseText(documentCount ?? 0)}</p>
        </ConfirmMutation>
      )}
    </span>
  );
}

function CaseFacts({ found }: { found: Case }) {
  const { id, customerId, dataClass, retentionMonths, createdAt, createdBy } = found;
  return (
    <Section title={texts.case.details} actions={found.canRead && !found.erasedAt && <CaseActions found={found} />}>
      <Facts
        items={[
          [texts.fields.customer, <OneCustomerName key="customer" id={customerId} />],
          [texts.fields.dataClass, `${texts.dataClass[dataClass]}: ${texts.dataClassHint[dataClass]}`],
          [texts.fields.retention, retentionText(retentionMonths)],
          [texts.case.created, texts.case.createdBy(<When at={createdAt} />, <ActorName actor={createdBy} />)],
          [texts.case.id, <Id key="id" value={id} copies />],
        ]}
      />
    </Section>
  );
}
