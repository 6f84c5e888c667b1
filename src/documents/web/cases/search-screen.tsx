import './cases.css';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import {
  CasesToSearchDocument,
  NameOfCaseDocument,
  SearchCasesDocument,
  type SearchCasesQuery,
} from '../../../web/generated/documents/graphql.ts';
import { field, filtersOf, useFilters } from '../../../web/kit/address.ts';
import { Breadcrumb } from '../../../web/kit/breadcrumb.tsx';
import { ChoiceFilter, DayFilter, Filters } from '../../../web/kit/filters.tsx';
import { PageLink } from '../../../web/kit/link.tsx';
import { dayBegins, dayEnds } from '../../../web/kit/moments.ts';
import { Page } from '../../../web/kit/page.tsx';
import { Empty, QueryView } from '../../../web/kit/states.tsx';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { Visible } from '../../../web/kit/visible-text.tsx';
import { caseNameOf } from './case-name.tsx';
import { DocumentName, languageName, mediaTypeName } from './document-labels.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import { texts } from './texts.ts';

type Hit = SearchCasesQuery['searchCases']['hits'][number];

const FILTERS = filtersOf({
  q: field.text(2_000),
  case: field.text(64),
  language: field.text(16),
  type: field.text(128),
  from: field.day(),
  to: field.day(),
  first: field.oneOf(['50', '100']),
});

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'no', 'fi', 'hu', 'ro', 'ru', 'tr']
  .map((value) => ({ value, label: languageName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label));
const TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/html',
  'text/markdown',
  'message/rfc822',
  'text/plain',
].map((value) => ({ value, label: mediaTypeName(value) }));
const PAGE = 20;
/** Maximum number of passages that a search returns. */
const MOST = 100;

/** Screen `/admin/cases/search`: passages of documents, in one case or all. */
export function Screen() {
  const { filters, set, bind } = useFilters(FILTERS);
  const { q, case: caseId, language, type, from, to, first } = filters;
  const hasFilter = [caseId, language, type, from, to].some((value) => value !== undefined);
  const inCase = useQueryOf(NameOfCaseDocument, { id: caseId ?? '' }, { pause: !caseId });
  const name = caseId && inCase.data?.case ? caseNameOf(inCase.data.case.name) : null;
  return (
    <>
      <Breadcrumb
        crumbs={[
          { title: texts.list.title, to: '/admin/cases' },
          ...(name !== null ? [{ title: name, to: `/admin/cases/${caseId}` }] : []),
          { title: texts.search.title },
        ]}
      />
      <Page title={texts.search.title} lead={texts.search.lead}>
        <SearchField value={q} onChange={(words) => void set({ q: words, first: null })} />
        <Filters
          isFiltered={hasFilter}
          onClear={() => void set({ case: null, language: null, type: null, from: null, to: null })}
        >
          <CaseFilter {...bind('case')} />
          <ChoiceFilter label={texts.search.language} {...bind('language')} choices={LANGUAGES} />
          <ChoiceFilter label={texts.search.type} {...bind('type')} choices={TYPES} />
          <DayFilter label={texts.search.from} {...bind('from')} />
          <DayFilter label={texts.search.to} {...bind('to')} />
        </Filters>
        {q === undefined ? (
          <Empty>{texts.search.start}</Empty>
        ) : (
          <Results
            variables={{
              query: q,
              first: first ? Number(first) : PAGE,
              filter: {
                ...(caseId && { caseIds: [caseId] }),
                ...(language && { languages: [language] }),
                ...(type && { mediaTypes: [type] }),
                createdFrom: dayBegins(from),
                createdBefore: dayEnds(to),
              },
            }}
            onMore={() => void set({ first: first === '50' ? '100' : '50' })}
          />
        )}
      </Page>
    </>
  );
}

/** Input for the words of a search. It applies on Enter and with its button. */
function SearchField({ value = '', onChange }: { value: string | undefined; onChange(words: string | null): void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed.trim() || null);
  };
  return (
    <search>
      <form className="search-form" onSubmit={submit}>
        <TextInput
          label={texts.search.words}
          description={texts.search.hint}
          type="search"
          maxLength={2_000}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{texts.search.submit}</Button>
      </form>
    </search>
  );
}

/** Filter for one of the cases that the user can read. */
function CaseFilter({ value, onChange }: { value: string | undefined; onChange(value: string | null): void }) {
  const { data } = useQueryOf(CasesToSearchDocument, {});
  const readable = (data?.cases.nodes ?? []).filter(({ canRead }) => canRead);
  const choices = readable.map(({ id, name }) => ({ value: id, label: caseNameOf(name) }));
  const isMissing = value !== undefined && !choices.some((one) => one.value === value);
  const named = useQueryOf(NameOfCaseDocument, { id: value ?? '' }, { pause: !isMissing });
  const missing = isMissing ? [{ value, label: caseNameOf(named.data?.case?.name ?? value) }] : [];
  return (
    <ChoiceFilter
      label={texts.search.case}
      any={texts.search.allCases}
      value={value}
      onChange={onChange}
      choices={[...missing, ...choices]}
    />
  );
}

function Results({
  variables,
  onMore,
}: {
  variables: { query: string; first: number; filter: object };
  onMore(): void;
}) {
  const query = useQueryOf(SearchCasesDocument, variables);
  return (
    <QueryView query={query} rows={8}>
      {({ searchCases: { hits, isComplete } }) => (
        <>
          <p className="hint" role="status">
            {hits.length > 0 ? texts.search.count(hits.length) : ''}
          </p>
          {!isComplete && <p className="notice">{texts.search.incomplete}</p>}
          {hits.length === 0 ? (
            <Empty>{texts.search.empty}</Empty>
          ) : (
            <ol className="plain search-hits" aria-label={texts.search.results}>
              {hits.map((hit) => (
                <SearchHit key={`${hit.version.id} ${hit.start}`} hit={hit} />
              ))}
            </ol>
          )}
          {hits.length >= variables.first && hits.length < MOST && (
            <Button variant="default" onClick={onMore}>
              {texts.search.more}
            </Button>
          )}
          {hits.length >= MOST && <p className="hint">{texts.search.most}</p>}
        </>
      )}
    </QueryView>
  );
}

/** One passage, with a link to its place in the document. */
function SearchHit({ hit }: { hit: Hit }) {
  const { document, version, start, end, pageFirst, pageLast, headingPath, text, highlights } = hit;
  return (
    <li>
      <p className="search-document">
        <PageLink
          to={`/admin/documents/${document.id}`}
          search={{ version: version.id, start: String(start), end: String(end) }}
        >
          <DocumentName name={document.name} />
        </PageLink>{' '}
        <span className="hint">
          {[
            typeof pageFirst === 'number' && texts.search.page(pageFirst, pageLast ?? null),
            version.number > 1 && texts.search.version(version.number),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <p className="search-place">
        {document.case && (
          <PageLink to={`/admin/cases/${document.case.id}`}>
            <Visible text={caseNameOf(document.case.name)} />
          </PageLink>
        )}
        {headingPath.map((heading, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings of one passage, which never move
          <span key={index}>
            <span aria-hidden> › </span>
            <Visible text={heading} />
          </span>
        ))}
      </p>
      <HighlightedText
        text={text}
        highlights={highlights.map((range) => ({ start: range.start - start, end: range.end - start }))}
      />
    </li>
  );
}
