import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DocumentDetailsDocument,
  type DocumentDetailsQuery,
  EraseDocumentDocument,
} from '../../../web/generated/documents/graphql.ts';
import { ActorName } from '../../../web/kit/actor.tsx';
import { ButtonLink } from '../../../web/kit/button-link.tsx';
import { ConfirmMutation } from '../../../web/kit/confirm-mutation.tsx';
import { Detail } from '../../../web/kit/detail.tsx';
import { formatBytes } from '../../../web/kit/format-bytes.ts';
import { PageLink } from '../../../web/kit/link.tsx';
import { Section } from '../../../web/kit/page.tsx';
import { useParamsOf } from '../../../web/kit/params.ts';
import { Empty, QueryView } from '../../../web/kit/states.tsx';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../../web/kit/values.tsx';
import { useMay } from '../../../web/kit/viewer.ts';
import { Visible, visibleString } from '../../../web/kit/visible-text.tsx';
import { DocumentName, languageName, mediaTypeName, VersionStateBadge, versionRemarks } from './document-labels.tsx';
import { texts } from './texts.ts';

type DocumentDetails = NonNullable<DocumentDetailsQuery['document']>;
type Version = DocumentDetails['versions'][number];

/** Screen `/admin/cases/cas_…/documents/doc_…`: state and versions of one document. */
export function Screen() {
  const { caseId, documentId } = useParamsOf('/admin/cases/$caseId/documents/$documentId');
  const query = useQueryOf(DocumentDetailsDocument, { id: documentId });
  const back = `/admin/cases/${caseId}`;
  const name = query.data?.document?.name;
  return (
    <Detail title={name ? visibleString(name) : texts.details.title} back={back}>
      <QueryView query={query} rows={10}>
        {({ document }) => (document ? <DocumentFacts document={document} /> : <Empty>{texts.details.notFound}</Empty>)}
      </QueryView>
    </Detail>
  );
}

function DocumentFacts({ document }: { document: DocumentDetails }) {
  const { id, caseId, erasedAt, createdAt, createdBy, parent, attachments, attachmentCount, versions } = document;
  return (
    <>
      {erasedAt && <p>{texts.details.erased(<When at={erasedAt} />)}</p>}
      <DocumentActions document={document} />
      <div className="section">
        <Facts
          items={[
            [texts.details.uploaded, texts.case.createdBy(<When at={createdAt} />, <ActorName actor={createdBy} />)],
            [
              texts.details.attachedTo,
              parent && (
                <PageLink key="parent" to={`/admin/cases/${caseId}/documents/${parent.id}`} search="KEEP">
                  <DocumentName name={parent.name} />
                </PageLink>
              ),
            ],
            [
              texts.details.attachments,
              attachmentCount > 0 ? (
                <ul key="attachments" className="plain">
                  {attachments.map((one) => (
                    <li key={one.id}>
                      <PageLink to={`/admin/cases/${caseId}/documents/${one.id}`} search="KEEP">
                        <DocumentName name={one.name} />
                      </PageLink>
                    </li>
                  ))}
                  {attachmentCount > attachments.length && (
                    <li>
                      <PageLink to={`/admin/cases/${caseId}`} search={{ of: id }}>
                        {texts.details.allAttachments(attachmentCount)}
                      </PageLink>
                    </li>
                  )}
                </ul>
              ) : null,
            ],
            [texts.details.id, <Id key="id" value={id} copies />],
          ]}
        />
      </div>
      {versions.map((version) => (
        <VersionFacts key={version.id} version={version} isCurrent={version.id === document.currentVersion?.id} />
      ))}
    </>
  );
}

function DocumentActions({ document }: { document: DocumentDetails }) {
  const { id, caseId, name, currentVersion, attachmentCount, erasedAt } = document;
  const mayErase = useMay()('cases:erase');
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  // The question stays until its answer has come, also if the document is read again as erased before.
  return (
    <div className="actions">
      {currentVersion && <ButtonLink to={`/admin/documents/${id}`}>{texts.details.open}</ButtonLink>}
      {!erasedAt && (
        <a className="button-link" data-quiet href={`/api/documents/${id}/original`} download>
          {texts.details.download}
        </a>
      )}
      {currentVersion && (
        <a className="button-link" data-quiet href={`/api/documents/${id}/text`} download>
          {texts.details.downloadText}
        </a>
      )}
      {mayErase && !erasedAt && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.details.erase}
        </Button>
      )}
      {isAsking && (
        <ConfirmMutation
          document={EraseDocumentDocument}
          variables={{ input: { documentId: id } }}
          title={texts.details.eraseTitle(visibleString(name ?? ''))}
          action={texts.details.erase}
          announcement={texts.details.eraseDone}
          onDone={() => void navigate({ to: `/admin/cases/${caseId}`, search: true, resetScroll: false })}
          onClose={() => setAsking(false)}
        >
          <p>{texts.details.eraseText(attachmentCount)}</p>
        </ConfirmMutation>
      )}
    </div>
  );
}

function VersionFacts({ version, isCurrent }: { version: Version; isCurrent: boolean }) {
  const { number, state, mediaType, byteSize, pageCount, language, title, textLength, readyAt } = version;
  const remarks = versionRemarks(version);
  return (
    <Section
      title={texts.details.version(number)}
      actions={isCurrent && <span className="hint">{texts.details.current}</span>}
    >
      <Facts
        items={[
          [
            texts.details.status,
            <div key="state">
              <VersionStateBadge state={state} />
              {remarks.map((remark, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: remarks of one version, which never move
                <p key={index} className="case-remark">
                  {remark}
                </p>
              ))}
            </div>,
          ],
          [texts.details.uploaded, <When key="uploaded" at={version.createdAt} />],
          [texts.details.readAt, readyAt && <When key="ready" at={readyAt} />],
          [texts.details.heading, title && <Visible key="title" text={title} />],
          [texts.details.type, mediaType && mediaTypeName(mediaType)],
          [texts.documents.size, formatBytes(byteSize)],
          [texts.documents.pages, pageCount],
          [texts.documents.language, language && languageName(language)],
          [texts.details.textLength, typeof textLength === 'number' ? texts.details.characters(textLength) : null],
          [texts.details.fileDigest, <Id key="sha256" value={version.sha256} copies />],
          [texts.details.textDigest, version.textSha256 && <Id key="text" value={version.textSha256} copies />],
          [texts.details.rules, version.extractor],
        ]}
      />
    </Section>
  );
}
