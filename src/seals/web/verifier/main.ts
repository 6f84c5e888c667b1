import { EVIDENCE_ID, type PageEvidence } from '../../pure.ts';
import { check } from './check.ts';
import { element } from './element.ts';
import { VerifierForm } from './form.ts';
import { ResultView } from './result-view.ts';
import { texts } from './texts.ts';
import './verifier.css';

function start(place: HTMLElement): void {
  const evidence = readEvidence();
  const result = new ResultView({ isStatementOpen: evidence === null });
  let running = new AbortController();
  // Aborts the check in progress when the input changes. Only the newest input is checked to the end.
  const abandon = (): AbortSignal => {
    running.abort();
    running = new AbortController();
    return running.signal;
  };

  const form = new VerifierForm({
    evidence,
    onChange: () => {
      abandon();
      result.wait(texts.page.notChecked);
    },
    onCheck: async () => {
      const signal = abandon();
      result.wait(texts.page.checking);
      await painted();
      const given = await form.given(signal);
      if (signal.aborted) return;
      const onProgress = (name: string, part: number) => result.progress(name, part);
      const outcome = await check(given, { page: evidence, signal, onProgress });
      if (outcome && !signal.aborted) result.show(outcome);
    },
  });

  result.wait(texts.page.notChecked);
  place.replaceChildren(result.sentence, ...cautions(evidence), form.element, result.reasons);
}

function readEvidence(): PageEvidence | null {
  const json = document.getElementById(EVIDENCE_ID)?.textContent;
  return json ? (JSON.parse(json) as PageEvidence) : null;
}

function cautions(evidence: PageEvidence | null): HTMLElement[] {
  return [
    element('p', {}, texts.page.nothingSent),
    // Warns on pages loaded over plain http, which can be changed in transit, unlike pages from disk or over https.
    ...(evidence && !isSecureContext ? [element('p', { class: 'notice' }, texts.page.plainHttp)] : []),
  ];
}

/** Waits until the browser has drawn the progress message, since the check can block the page for a moment. */
function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve(); // hidden pages aren’t drawn
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

const place = document.getElementById('verifier');
if (place) start(place);
