import { DocumentToReadDocument, type DocumentToReadQuery } from '../../../web/generated/documents/graphql.ts';
import { ActorName } from '../../../web/kit/actor.tsx';
import { field, filtersOf, useFilters } from '../../../web/kit/address.ts';
import { Breadcrumb } from '../../../web/kit/breadcrumb.tsx';
import { formatBytes } from '../../../web/kit/format-bytes.ts';
import { PageLink } from '../../../web/kit/link.tsx';
import { Page, Section } from '../../../web/kit/page.tsx';
import { useParamsOf } from '../../../web/kit/params.ts';
import { Empty, QueryView } from '../../../web/kit/states.tsx';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../../web/kit/values.tsx';
import { visibleString } from '../../../web/kit/visible-text.tsx';
import { languageName, mediaTypeName, VersionStateBadge, versionRemarks } from '../cases/document-labels.tsx';
import { type Place, placeIn } from './place.ts';
import { originalUrl, textUrl } from './source-details.ts';
import { SourceView } from './source-view.tsx';
import { texts } from './texts.ts';

type ReadDocument = NonNullable<DocumentToReadQuery['document']>;
type Version = ReadDocument['versions'][number];

const ADDRESS = filtersOf({ version: field.text(100), start: field.text(9), end: field.text(9) });

/** `/admin/documents/doc_…?version=…&start=…&end=…`: a document, with a passage highlighted. */
export function Screen() {
  const { documentId } = useParamsOf('/admin/documents/$documentId');
  const { filters } = useFilters(ADDRESS);
  const query = useQueryOf(DocumentToReadDocument, { id: documentId });
  const document = query.data?.document;
  if (!document) {
    return (
      <Page title={texts.document.title}>
        <QueryView query={query} rows={16}>
          {() => (
            <Empty action={<PageLink to="/admin/cases">{texts.document.cases}</PageLink>}>
              {texts.document.notFound}
            </Empty>
          )}
        </QueryView>
      </Page>
    );
  }
  const shownId = filters.version ?? document.currentVersion?.id ?? document.versions[0]?.id;
  const version = document.versions.find(({ id }) => id === shownId);
  const name = document.name ? visibleString(document.name) : texts.document.erasedName;
  return (
    <>
      <Breadcrumb
        crumbs={[
          { title: texts.document.cases, to: '/admin/cases' },
          ...(document.case
            ? [{ title: document.case.name ?? document.case.id, to: `/admin/cases/${document.case.id}` }]
            : []),
          { title: name },
        ]}
      />
      <Page title={name} actions={<Actions document={document} version={version} />}>
        <QueryView query={query}>
          {() => (
            <div className="reading-beside" data-wide-source>
              <div className="reading-main">
                <Shown name={name} version={version} place={placeIn(filters.start, filters.end)} />
              </div>
              <aside className="reading-aside" aria-label={texts.document.facts}>
                {version && (
                  <Section title={texts.document.facts}>
                    <VersionFacts version={version} />
                  </Section>
                )}
                <Section title={texts.document.versions}>
                  <Versions document={document} shownId={version?.id} />
                </Section>
              </aside>
            </div>
          )}
        </QueryView>
      </Page>
    </>
  );
}

function Actions({ document, version }: { document: ReadDocument; version: Version | undefined }) {
  if (document.erasedAt || !version || version.erasedAt) return null;
  return (
    <>
      {document.case && (
        <PageLink className="button-link" to={`/admin/cases/${document.case.id}/ask`}>
          {texts.document.ask}
        </PageLink>
      )}
      <a className="button-link" data-quiet href={originalUrl(version)} download>
        {texts.document.downloadOriginal}
      </a>
      {version.state === 'READY' && (
        <a className="button-link" data-quiet href={textUrl(version)} download>
          {texts.document.downloadText}
        </a>
      )}
    </>
  );
}

function Shown({ name, version, place }: { name: string; version: Version | undefined; place: Place | null }) {
  if (!version) return <Empty>{texts.document.noVersion}</Empty>;
  if (version.state === 'ERASED') return <Empty>{texts.document.erased}</Empty>;
  const remarks = versionRemarks(version);
  return (
    <>
      {remarks.length > 0 && (
        <div className="notice" data-tone="care">
          {remarks.map((remark, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the remarks of a version don't change
            <p key={index}>{remark}</p>
          ))}
        </div>
      )}
      {version.state === 'READY' ? (
        <SourceView key={version.id} source={{ ...version, name }} place={place} />
      ) : (
        <Empty>{texts.document.notReady}</Empty>
      )}
    </>
  );
}

function VersionFacts({ version }: { version: Version }) {
  return (
    <Facts
      items={[
        [texts.document.number, version.number],
        [texts.document.state, <VersionStateBadge key="state" state={version.state} />],
        [texts.document.type, version.mediaType && mediaTypeName(version.mediaType)],
        [texts.document.size, formatBytes(version.byteSize)],
        [texts.document.pages, version.pageCount?.toLocaleString('en-US')],
        [texts.document.characters, version.textLength?.toLocaleString('en-US')],
        [
          texts.document.language,
          version.state === 'READY'
            ? version.language
              ? languageName(version.language)
              : texts.document.unknownLanguage
            : null,
        ],
        [texts.document.statedTitle, version.title],
        [texts.document.uploaded, <When key="uploaded" at={version.createdAt} />],
        [texts.document.uploadedBy, <ActorName key="by" actor={version.createdBy} copies />],
        [texts.document.sha256, <Id key="sha256" value={version.sha256} copies />],
        [texts.document.textSha256, version.textSha256 && <Id value={version.textSha256} copies />],
        [texts.document.extractor, version.extractor],
      ]}
    />
  );
}

function Versions({ document, shownId }: { document: ReadDocument; shownId: string | undefined }) {
  return (
    <ul className="plain rows reading-versions">
      {document.versions.map(({ id, number, state, createdAt }) => (
        <li key={id}>
          <PageLink
            to={`/admin/documents/${document.id}`}
            search={{ version: id }}
            aria-current={id === shownId ? 'page' : undefined}
          >
            {texts.document.version(number)}
          </PageLink>
          <VersionStateBadge state={state} />
          <span className="hint">
            {[id === document.currentVersion?.id && texts.document.isCurrent, id === shownId && texts.document.isShown]
              .filter((one) => one !== false)
              .map((one) => `${one}, `)}
            <When at={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
