import type { CheckBriefMutation } from '../../../web/generated/documents/graphql.ts';
import type { PayloadOf } from '../../../web/kit/outcome.ts';
import { Facts, Id, StatusBadge, type Tone } from '../../../web/kit/values.tsx';
import { CitationButton, whereIn } from './citation-button.tsx';
import { moveBetweenCitations } from './citation-list-keys.ts';
import { comparedWords } from './difference-words.ts';
import { texts } from './texts.ts';
import type { OpenSourceState } from './use-open-source.ts';

export type Report = NonNullable<PayloadOf<CheckBriefMutation>['report']>;
type Quotation = Report['quotations'][number];

const TONES: Readonly<Record<Quotation['status'], Tone>> = {
  VERIFIED: 'good',
  ALTERED: 'bad',
  NOT_FOUND: 'bad',
  TOO_SHORT: 'care',
  TOO_REPETITIVE: 'care',
  NOT_CHECKED: 'care',
};
/** Characters of a brief that are shown around a mark. */
const AROUND = 60;

/** Every quotation of a brief with its result. */
export function ReportView({ report, brief, state }: { report: Report; brief: string; state: OpenSourceState }) {
  const { quotations, counts } = report;
  return (
    <>
      <Counts counts={counts} />
      <Gaps report={report} />
      {counts.total === 0 && <p>{texts.report.none}</p>}
      {quotations.length > 0 && <p className="hint reading-keys">{texts.report.keys}</p>}
      {quotations.length < counts.total && <p className="hint">{texts.report.listed(quotations.length)}</p>}
      <ol className="reading-claims" onKeyDown={moveBetweenCitations}>
        {quotations.map((quotation, index) => (
          <QuotationView key={quotation.start} quotation={quotation} number={index + 1} state={state} />
        ))}
      </ol>
      <Unclosed report={report} brief={report.briefText ?? brief} />
      <Basis report={report} />
    </>
  );
}

function Counts({ counts }: { counts: Report['counts'] }) {
  const { status } = texts.report;
  const rows: readonly (readonly [string, number])[] = [
    [texts.report.total, counts.total],
    [status.VERIFIED, counts.verified],
    [status.ALTERED, counts.altered],
    [status.NOT_FOUND, counts.notFound],
    [status.TOO_SHORT, counts.tooShort],
    [status.TOO_REPETITIVE, counts.tooRepetitive],
    [status.NOT_CHECKED, counts.notChecked],
  ];
  return (
    <dl className="reading-counts" aria-label={texts.report.counts}>
      {rows.map(([term, value], index) =>
        value === 0 && index > 3 ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="number">{value.toLocaleString('en-US')}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Documents and pages that were not looked at, so that nothing in them can be found. */
function Gaps({ report: { uncheckedCount, notReadyCount, unreadBriefPages } }: { report: Report }) {
  const gaps = [
    uncheckedCount > 0 && texts.report.unchecked(uncheckedCount),
    notReadyCount > 0 && texts.report.notReady(notReadyCount),
    unreadBriefPages.length > 0 && texts.report.unreadBrief(unreadBriefPages.join(', ')),
  ].filter((gap) => gap !== false);
  if (gaps.length === 0) return null;
  return (
    <div className="notice" data-tone="care">
      {gaps.map((gap) => (
        <p key={gap}>{gap}</p>
      ))}
    </div>
  );
}

function QuotationView({
  quotation: { status, tier, text, citation, place, isMarked, leavesOutFootnotes, addsEndMark, ...quotation },
  number,
  state,
}: {
  quotation: Quotation;
  number: number;
  state: OpenSourceState;
}) {
  const hints = [
    tier && texts.matches(texts.tier[tier]),
    isMarked ? texts.report.isMarked : texts.report.hints[status],
    leavesOutFootnotes && texts.report.leavesOutFootnotes,
    addsEndMark && texts.report.addsEndMark,
  ].filter(Boolean);
  return (
    <li className="reading-claim">
      <h3 className="reading-number-head">
        {texts.report.quotation(number)} <StatusBadge tone={TONES[status]}>{texts.report.status[status]}</StatusBadge>
      </h3>
      <blockquote className="reading-quoted">{text}</blockquote>
      {citation && <p className="hint">{texts.report.cites(citation.text)}</p>}
      {hints.length > 0 && <p className="hint">{hints.join(' ')}</p>}
      {place && (
        <CitationButton
          state={state}
          source={{
            key: String(number),
            versionId: place.versionId,
            name: place.documentName,
            place: { start: place.start, end: place.end },
          }}
          isCare={status !== 'VERIFIED'}
          words={
            status === 'VERIFIED' ? null : (
              <Compared parts={comparedWords(place.words, place.start, quotation.differences)} />
            )
          }
          where={whereIn(place.documentName, place.pageFirst, place.pageLast)}
        >
          {place.headingPath.length > 0 && <span className="hint">{place.headingPath.join(' › ')}</span>}
        </CitationButton>
      )}
      {quotation.differences.length > 0 && (
        <Differences differences={quotation.differences} count={quotation.differenceCount} number={number} />
      )}
    </li>
  );
}

/** The document's words, with those of the brief crossed out where they differ. */
function Compared({ parts }: { parts: ReturnType<typeof comparedWords> }) {
  return parts.map(({ source, quoted }, index) =>
    quoted === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a passage don't change
      <span key={index}>{source}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a passage don't change
      <span key={index}>
        {quoted !== '' && <del>{quoted}</del>}
        {quoted !== '' && source !== '' && ' '}
        {source !== '' && <ins>{source}</ins>}
      </span>
    ),
  );
}

function Differences({
  differences,
  count,
  number,
}: {
  differences: Quotation['differences'];
  count: number;
  number: number;
}) {
  const words = (text: string) => (text === '' ? <span className="unknown">{texts.report.noWords}</span> : text);
  const caption = `${texts.report.differences}: ${texts.report.quotation(number)}`;
  return (
    <table className="data reading-differences">
      <caption className="only-heard">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.report.kind}</th>
          <th scope="col">{texts.report.inBrief}</th>
          <th scope="col">{texts.report.inDocument}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ kind, quoted, source, start, end }) => (
          <tr key={`${start} ${end} ${quoted}`}>
            <td data-title={texts.report.kind}>{texts.report.difference[kind]}</td>
            <td data-title={texts.report.inBrief}>
              <div>{words(quoted)}</div>
            </td>
            <td data-title={texts.report.inDocument}>
              <div>{words(source)}</div>
            </td>
          </tr>
        ))}
      </tbody>
      {count > differences.length && (
        <tfoot>
          <tr>
            <td colSpan={3} className="hint">
              {texts.report.moreDifferences(count - differences.length)}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Unclosed({ report: { unclosed, unclosedCount }, brief }: { report: Report; brief: string }) {
  if (unclosedCount === 0) return null;
  return (
    <section className="reading-unclosed">
      <h3>{texts.report.unclosed}</h3>
      <p className="hint">{texts.report.unclosedHint}</p>
      <ul>
        {unclosed.map((at) => (
          <li key={at}>
            … {brief.slice(Math.max(0, at - AROUND), at)}
            <mark>{brief.slice(at, at + 1)}</mark>
            {brief.slice(at + 1, at + AROUND)} …
          </li>
        ))}
      </ul>
      {unclosedCount > unclosed.length && <p className="hint">{texts.report.listed(unclosed.length)}</p>}
    </section>
  );
}

/** Basis of the report: versions, rules and the digest of the brief. */
function Basis({ report: { sources, rules, briefTextSha256 } }: { report: Report }) {
  return (
    <section className="reading-basis">
      <h3>{texts.report.sources(sources.length)}</h3>
      <ul className="plain">
        {sources.map(({ versionId, documentName, versionSha256, unreadPageCount }) => (
          <li key={versionId}>
            {documentName} {unreadPageCount > 0 && <span className="hint">{texts.report.unread(unreadPageCount)}</span>}
            <br />
            <Id value={versionSha256} />
          </li>
        ))}
      </ul>
      <Facts
        items={[
          [
            texts.report.rules,
            <span key="rules">
              {rules.name} {rules.version} <Id value={rules.sha256} />
            </span>,
          ],
          [texts.report.digest, <Id key="digest" value={briefTextSha256} />],
        ]}
      />
    </section>
  );
}
