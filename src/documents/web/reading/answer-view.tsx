import type { AskDocumentsMutation } from '../../../web/generated/documents/graphql.ts';
import type { PayloadOf } from '../../../web/kit/outcome.ts';
import { StatusBadge } from '../../../web/kit/values.tsx';
import { CitationButton, whereIn } from './citation-button.tsx';
import { moveBetweenCitations } from './citation-list-keys.ts';
import { texts } from './texts.ts';
import type { OpenSourceState } from './use-open-source.ts';

export type Answer = NonNullable<PayloadOf<AskDocumentsMutation>['answer']>;
type Claim = Answer['claims'][number];

/** Statements of an answer with their quotations. */
export function AnswerView({ answer, state }: { answer: Answer; state: OpenSourceState }) {
  const { outcome, claims, refusal } = answer;
  if (refusal !== null)
    return (
      <div className="notice" data-tone="care">
        <p>{refusal || texts.ask.refusal}</p>
      </div>
    );
  const quotations = claims.reduce((sum, { citations }) => sum + citations.length, 0);
  return (
    <>
      {outcome && (
        <p className="reading-outcome">
          <StatusBadge tone={outcome === 'SUPPORTED' ? 'good' : outcome === 'NOT_IN_DOCUMENTS' ? 'plain' : 'care'}>
            {texts.ask.outcome[outcome]}
          </StatusBadge>
        </p>
      )}
      {claims.length > 0 && (
        <p className="hint">
          {texts.ask.counts(claims.length, quotations)} {texts.ask.read} {quotations > 0 && texts.ask.keys}
        </p>
      )}
      <ol className="reading-claims" onKeyDown={moveBetweenCitations}>
        {claims.map((claim, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the statements of an answer don't change
          <ClaimView key={index} claim={claim} index={index} text={answer.text} state={state} />
        ))}
      </ol>
    </>
  );
}

function ClaimView({
  claim: { text: statement, isSupported, citations, faultyQuotations },
  index,
  text,
  state,
}: {
  claim: Claim;
  index: number;
  text: string;
  state: OpenSourceState;
}) {
  return (
    <li className="reading-claim" data-unsupported={!isSupported || undefined}>
      <p className="reading-statement">{statement || <em>{texts.ask.noStatement}</em>}</p>
      <StatusBadge tone={isSupported ? 'good' : 'care'}>
        {isSupported ? texts.ask.supported : texts.ask.unsupported}
      </StatusBadge>
      <ul className="plain">
        {citations.map(({ versionId, documentName, start, end, words, tier, isElsewhere, ...at }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the citations of a statement don't change
          <li key={place}>
            <CitationButton
              state={state}
              source={{ key: `${index} ${place}`, versionId, name: documentName, place: { start, end } }}
              words={words}
              where={whereIn(documentName, at.pageFirst, at.pageLast)}
            >
              {at.headingPath.length > 0 && <span className="hint">{at.headingPath.join(' › ')}</span>}
              <span className="hint">{texts.matches(texts.tier[tier])}</span>
              {isElsewhere && <span className="hint">{texts.ask.elsewhere}</span>}
            </CitationButton>
          </li>
        ))}
        {faultyQuotations.map(({ fault, inAnswer }) => (
          <li key={`${inAnswer.start} ${inAnswer.end}`} className="reading-faulty">
            <span className="reading-fault">{texts.ask.fault[fault]}</span>
            <q className="reading-quote">{text.slice(inAnswer.start, inAnswer.end)}</q>
          </li>
        ))}
      </ul>
    </li>
  );
}
