import {
  CaseDocumentsDocument,
  type CaseDocumentsQuery,
  type ListedDocumentFragment,
  type VersionState,
} from '../../../web/generated/documents/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../../web/kit/address.ts';
import type { Column } from '../../../web/kit/data-table.tsx';
import { ChoiceFilter, TextFilter } from '../../../web/kit/filters.tsx';
import { formatBytes } from '../../../web/kit/format-bytes.ts';
import { PageLink } from '../../../web/kit/link.tsx';
import { List } from '../../../web/kit/list.tsx';
import { Section } from '../../../web/kit/page.tsx';
import { useOpenParamsOf } from '../../../web/kit/params.ts';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { When } from '../../../web/kit/values.tsx';
import { useMay } from '../../../web/kit/viewer.ts';
import { DocumentName, isInProgress, languageName, VersionStateBadge, versionRemarks } from './document-labels.tsx';
import { texts } from './texts.ts';
import type { CaseProgress } from './use-case-progress.ts';

type ListedDocument = CaseDocumentsQuery['documents']['nodes'][number];

/** A row of the list: a document, an attachment below its e-mail, or a link to the attachments that aren’t listed. */
type Row = ListedDocumentFragment & {
  /** E-mail that the row is below, as an attachment. Null for other rows. */
  email: ListedDocument | null;
  /** Number of further attachments of the e-mail, on the last of its rows. */
  moreOf: { id: string; count: number } | null;
};

const FILTERS = filtersOf({
  name: field.text(),
  state: field.oneOf(['IN_PROGRESS', 'READY', 'PROBLEM', 'ERASED']),
  of: field.text(64),
  order: field.oneOf(['NAME']),
});

const STATES: Readonly<Record<string, readonly VersionState[]>> = {
  IN_PROGRESS: ['WAITING', 'READING', 'INDEXING'],
  READY: ['READY'],
  PROBLEM: ['REFUSED', 'FAILED'],
  ERASED: ['ERASED'],
};
const STATE_CHOICES = [
  { value: 'IN_PROGRESS', label: texts.documents.inProgress },
  { value: 'READY', label: texts.documents.ready },
  { value: 'PROBLEM', label: texts.documents.problems },
  { value: 'ERASED', label: texts.documents.erased },
];
const ORDERS = [{ value: 'NAME', label: texts.documents.byName }];

const COLUMNS: readonly Column<Row>[] = [
  { title: texts.documents.name, cell: (row) => <NameCell {...row} /> },
  { title: texts.documents.status, cell: (row) => <StateCell {...row} /> },
  { title: texts.documents.pages, isNumber: true, cell: ({ latestVersion }) => latestVersion?.pageCount },
  {
    title: texts.documents.language,
    cell: ({ latestVersion }) => latestVersion?.language && languageName(latestVersion.language),
  },
  {
    title: texts.documents.size,
    isNumber: true,
    cell: ({ latestVersion }) => latestVersion && formatBytes(latestVersion.byteSize),
  },
];

/** Paged list of a case’s documents. Attachments are below their e-mail. */
export function DocumentsList({ caseId, progress }: { caseId: string; progress: CaseProgress | null }) {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { name, state, of, order } = filters;
  const isTree = !name && !state && !of;
  const openId = useOpenParamsOf('/admin/cases/$caseId/documents/$documentId').documentId;
  const mayUpload = useMay()('cases:write');
  const query = useQueryOf(CaseDocumentsDocument, {
    id: caseId,
    filter: {
      ...(name && { search: name }),
      ...(state && { state: [...STATES[state]!] }),
      ...(of && { parentId: of }),
      ...(isTree && { isAttachment: false }),
    },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  const found = query.data?.documents;
  return (
    <Section
      title={texts.documents.title}
      actions={
        found && !isTree && <span className="hint">{texts.documents.total(found.totalCount, found.totalIsExact)}</span>
      }
    >
      <List
        query={query}
        rows={8}
        filterState={filterState}
        filters={
          <>
            <TextFilter label={texts.documents.name} placeholder={texts.documents.partOfName} {...bind('name')} />
            <ChoiceFilter label={texts.documents.status} {...bind('state')} choices={STATE_CHOICES} />
            <ChoiceFilter
              label={texts.documents.order}
              any={texts.documents.newest}
              {...bind('order')}
              choices={ORDERS}
            />
          </>
        }
        connectionOf={(data) => ({
          nodes: rowsOf(data.documents.nodes, isTree, progress),
          pageInfo: data.documents.pageInfo,
        })}
        emptyText={mayUpload ? texts.documents.empty : texts.documents.emptyForReaders}
        noMatchText={texts.documents.noMatch}
        table={{
          caption: texts.documents.title,
          columns: COLUMNS,
          linkTo: ({ id }) => `/admin/cases/${caseId}/documents/${id}`,
          isOpen: ({ id }) => id === openId,
        }}
      />
    </Section>
  );
}

function rowsOf(documents: readonly ListedDocument[], isTree: boolean, progress: CaseProgress | null): Row[] {
  const live = new Map(progress?.versions.map((version) => [version.id, version]));
  const rowOf = (document: ListedDocumentFragment, email: ListedDocument | null): Row => {
    const { latestVersion } = document;
    const now = latestVersion && isInProgress(latestVersion.state) ? live.get(latestVersion.id) : undefined;
    return { ...document, email, moreOf: null, latestVersion: now ? { ...latestVersion!, ...now } : latestVersion };
  };
  return documents.flatMap((document) => {
    const attached = isTree ? document.attachments.map((one) => rowOf(one, document)) : [];
    const more = document.attachmentCount - attached.length;
    const rows = [rowOf(document, null), ...attached];
    if (isTree && more > 0) rows.at(-1)!.moreOf = { id: document.id, count: more };
    return rows;
  });
}

function NameCell({ name, email, parentId }: Row) {
  const folder = email?.name ? `${email.name}/` : '';
  return (
    <span className="case-document-name" data-below={email !== null || undefined}>
      <DocumentName name={name?.startsWith(folder) ? name.slice(folder.length) : name} />
      {parentId && <span className="hint"> {texts.documents.attachment}</span>}
    </span>
  );
}

function StateCell({ latestVersion, currentVersion, erasedAt, moreOf }: Row) {
  if (!latestVersion) return null;
  const { state, number, pageCount, pagesDone } = latestVersion;
  const remarks = versionRemarks(latestVersion);
  return (
    <>
      <VersionStateBadge state={state} />
      {number > 1 && <span className="hint"> {texts.documents.version(number)}</span>}
      {state === 'READING' && pageCount ? (
        <p className="case-remark">{texts.progress.pages(pagesDone, pageCount)}</p>
      ) : null}
      {remarks.map((remark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: remarks of one version, which never move
        <p key={index} className="case-remark">
          {remark}
        </p>
      ))}
      {state !== 'READY' && currentVersion && currentVersion.number < number && (
        <p className="case-remark">{texts.notices.earlierStays(currentVersion.number)}</p>
      )}
      {erasedAt && (
        <p className="case-remark">
          <When at={erasedAt} />
        </p>
      )}
      {moreOf && (
        <p className="case-remark">
          <PageLink to="." search={{ of: moreOf.id }}>
            {texts.documents.moreAttachments(moreOf.count)}
          </PageLink>
        </p>
      )}
    </>
  );
}
