import { type FormEvent, memo, useCallback, useId, useMemo, useRef, useState } from 'react';
import { texts } from '../texts.ts';
import { type CitationReport, MAX_CHARACTERS, type ReportEntry, reportOn } from './citation-report.ts';
import { entryId, ReportView } from './report-view.tsx';
import { passageId, passageOf, type QuotedPassage, SampleTexts } from './sample-texts.tsx';

/** The server writes the report of the example, which is also what browsers without scripts show. Its form doesn't work yet. */
const IS_SERVER = typeof document === 'undefined';

/** Typing renders the form, but neither the report nor the texts, which can have thousands of elements. */
const [Report, Samples] = [memo(ReportView), memo(SampleTexts)];

let exampleReport: CitationReport | undefined;
const reportOnExample = () => (exampleReport ??= reportOn(texts.citations.example));

/**
 * Checks the quotations of a text against the sample texts. All of it runs in the browser: the text is neither sent nor stored.
 */
export function CitationBench() {
  const [text, setText] = useState<string>(texts.citations.example);
  /** The report, or the length of a text that is too long. */
  const [outcome, setOutcome] = useState<CitationReport | number>(reportOnExample);
  const [opened, setOpened] = useState<QuotedPassage | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const report = typeof outcome === 'number' ? null : outcome;
  const tooLong = typeof outcome === 'number' ? outcome : null;

  const check = (event: FormEvent) => {
    event.preventDefault();
    setOpened(null);
    setOutcome(text.length > MAX_CHARACTERS ? text.length : reportOn(text));
  };
  const startOver = () => {
    setText(texts.citations.example);
    setOpened(null);
    setOutcome(reportOnExample());
  };
  const passages = useMemo(() => (report ? passagesOf(report) : []), [report]);
  const openPassage = useCallback((passage: QuotedPassage) => {
    const mark = document.getElementById(passageId(passage))!;
    mark.closest('details')!.open = true;
    mark.scrollIntoView({ block: 'center' });
    mark.focus({ preventScroll: true });
    setOpened(passage);
  }, []);
  const showQuotation = useCallback(({ quotation }: ReportEntry) => {
    field.current!.focus();
    field.current!.setSelectionRange(quotation.start, quotation.end);
  }, []);
  return (
    <div className="citations">
      <div className="two">
        <form onSubmit={check}>
          <div className="field">
            <label htmlFor={`${id}-text`}>{texts.citations.text}</label>
            <textarea
              id={`${id}-text`}
              ref={field}
              rows={20}
              value={text}
              readOnly={IS_SERVER}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={tooLong !== null}
              aria-describedby={`${id}-count ${id}-problem`}
              onChange={({ target }) => setText(target.value)}
            />
            <p className="for-print">{text}</p>
            <p className="quiet" id={`${id}-count`}>
              {texts.citations.length(text.length, MAX_CHARACTERS)}
            </p>
          </div>
          <p className="trouble" role="alert" id={`${id}-problem`}>
            {tooLong !== null && texts.citations.tooLong(tooLong, MAX_CHARACTERS)}
          </p>
          <p className="actions" inert={IS_SERVER}>
            <button type="submit" className="main">
              {texts.citations.check}
            </button>
            <button type="button" onClick={startOver}>
              {texts.citations.startOver}
            </button>
          </p>
          <p className="fine">{texts.citations.privacy}</p>
        </form>
        <section className="report" aria-labelledby={`${id}-report`}>
          <h3 id={`${id}-report`}>{texts.citations.report}</h3>
          {report ? (
            <Report
              report={report}
              isCurrent={report.text === text}
              onOpenPassage={openPassage}
              onShowQuotation={showQuotation}
            />
          ) : (
            <p className="quiet">{texts.citations.noReport}</p>
          )}
        </section>
      </div>
      <h3>{texts.citations.samplesTitle}</h3>
      <Samples passages={passages} current={opened} onReturn={returnFrom} />
    </div>
  );
}

function returnFrom({ number }: QuotedPassage): void {
  document.getElementById(entryId(number))?.querySelector('a')?.focus();
}

function passagesOf({ entries }: CitationReport): QuotedPassage[] {
  return entries.flatMap(({ result }, at) => passageOf(result, at + 1) ?? []);
}
