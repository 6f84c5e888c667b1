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
  // What was given may change while it is being checked; only the newest is worth an answer, and the work.
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
      result.wait('Checking, on this machine.');
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
    'Your files are hashed by this browser. Nothing of them is sent: this page is forbidden to ask any server anything.';
  // From disk and over https nobody on the way could have changed the page.
  const plainHttp =
    'This page came over plain http, so anybody on the way could have changed it. For a check that counts, use the verifier that you keep on disk.';
  return [
    element('p', {}, nothingSent),
    ...(evidence && !isSecureContext ? [element('p', { class: 'notice' }, plainHttp)] : []),
  ];
}

/** Comparing may hold the page up for a moment, so what it says has to be on the screen before. */
function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve(); // nothing is drawn then
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

const place = document.getElementById('verifier');
if (place) start(place);
