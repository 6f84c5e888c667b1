import { CitedDocumentsDocument, type RunByIdQuery } from '../../web/generated/gateway/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Id, StatusBadge } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { texts } from './texts.ts';

type Run = Extract<RunByIdQuery['node'], { __typename: 'Run' }>;
type Citations = NonNullable<Run['citations']>;
type Citation = Citations['claims'][number]['citations'][number];

/** Documents whose names are looked up. The others are shown by their ids. */
const MOST_NAMES = 100;

/** Places in documents that the answer of a run cites. Words and names are shown to those who can read the case. */
export function RunCitations({ citations: { outcome, claims } }: { citations: Citations }) {
  const mayRead = useMay()('cases:read');
  const ids = new Set(claims.flatMap(({ citations }) => citations.map(({ documentId }) => documentId)));
  const { data } = useQueryOf(
    CitedDocumentsDocument,
    { ids: [...ids].slice(0, MOST_NAMES) },
    { pause: !mayRead || ids.size === 0 },
  );
  const names = new Map(
    data?.nodes.flatMap((node) => (node?.__typename === 'Document' && node.name ? [[node.id, node.name]] : [])),
  );
  return (
    <>
      <p className="hint">{texts.citations.outcome[outcome]}</p>
      <ol>
        {claims.map(({ isSupported, citations, faults }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the statements of a run don't change
          <li key={index}>
            <StatusBadge tone={isSupported ? 'good' : 'care'}>
              {isSupported ? texts.citations.supported : texts.citations.unsupported}
            </StatusBadge>
            <ul>
              {citations.map((citation, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the citations of a run don't change
                <li key={place}>
                  <CitedPlace citation={citation} name={names.get(citation.documentId)} />
                </li>
              ))}
              {faults.map((fault, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the quotations of a run don't change
                <li key={place}>{texts.citations.fault[fault]}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

function CitedPlace({ citation, name }: { citation: Citation; name: string | undefined }) {
  const { documentId, versionId, versionSha256, start, end, tier, pageFirst, pageLast, words } = citation;
  const place = texts.citations.place(start, end, pageFirst ?? null, pageLast ?? null);
  const search = { version: versionId, start: String(start), end: String(end) };
  return (
    <>
      {words && <q>{words}</q>}{' '}
      {name === undefined ? (
        <Id value={documentId} copies />
      ) : (
        <PageLink to={`/admin/documents/${documentId}`} search={search}>
          {name}
        </PageLink>
      )}{' '}
      <span className="hint">
        {place}, {texts.citations.tier[tier]}. {texts.citations.digest} <Id value={versionSha256} short />
      </span>
    </>
  );
}
