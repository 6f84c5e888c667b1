import { EVIDENCE_ID, type PageEvidence } from '../../pure.ts';
import { check } from './check.ts';
import { element } from './element.ts';
import { VerifierForm } from './form.ts';
import { ResultView } from './result-view.ts';
import './verifier.css';

const NOT_YET = 'Not checked yet.';

function start(place: HTMLElement): void {
  const evidence = readEvidence();
  const result = new ResultView({ isStatementOpen: evidence === null });
  let running = new AbortController();
  // Input can change during a check. Only the newest input is checked to the end.
  const abandon = (): AbortSignal => {
    running.abort();
    running = new AbortController();
    return running.signal;
  };

  const form = new VerifierForm({
    evidence,
    onChange: () => {
      abandon();
      result.wait(NOT_YET);
    },
    onCheck: async () => {
      const signal = abandon();
      result.wait('Checking on this machine.');
      await painted();
      const given = await form.given(signal);
      if (signal.aborted) return;
      const onProgress = (name: string, part: number) => result.progress(name, part);
      const outcome = await check(given, { page: evidence, signal, onProgress });
      if (outcome && !signal.aborted) result.show(outcome);
    },
  });

  result.wait(NOT_YET);
  place.replaceChildren(result.sentence, ...cautions(evidence), form.element, result.reasons);
}

function readEvidence(): PageEvidence | null {
  const json = document.getElementById(EVIDENCE_ID)?.textContent;
  return json ? (JSON.parse(json) as PageEvidence) : null;
}

function cautions(evidence: PageEvidence | null): HTMLElement[] {
  const nothingSent =
    'Your files are hashed by this browser and never sent: this page isn’t allowed to contact any server.';
  // A page from disk or over https can’t have been changed in transit.
  const plainHttp =
    'This page came over plain http, so it could have been changed in transit. For a reliable check, use a verifier saved to disk.';
  return [
    element('p', {}, nothingSent),
    ...(evidence && !isSecureContext ? [element('p', { class: 'notice' }, plainHttp)] : []),
  ];
}

/** Waits until the browser has drawn the message, since the check can block the page for a moment. */
function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve(); // hidden pages aren’t drawn
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

const place = document.getElementById('verifier');
if (place) start(place);
