import { type FormEvent, Fragment, useId, useState } from 'react';
import { markedBrief, type Reading } from '../../../web/kit/marked-brief.ts';
import { milliseconds } from '../figures.ts';
import { errorMessage, requestGraphql } from '../requests.ts';
import { texts } from '../texts.ts';
import { PickBench } from './pick-bench.tsx';

const RENDER = `
  id status completedAt ignoredTerms note
  file { url width height }
  failure { message }
  understood {
    scene { value words } light { value words } weather { value words } season { value words }
    style { value words } composition { value words } palette { name hex words } exclusions { means words }
  }`;
const DRAW = `mutation Draw($input: RequestRenderInput!) {
  requestRender(input: $input) {
    __typename
    ... on RequestedRender { render { ${RENDER} } }
    ... on Problem { code message }
  }
}`;
const LOOK = `query Look($id: ID!) { render(id: $id) { ${RENDER} } }`;

interface UnderstoodPart {
  words: string[];
}
interface Render {
  id: string;
  status: string;
  completedAt: string | null;
  ignoredTerms: string[];
  note: string | null;
  file: { url: string; width: number; height: number } | null;
  failure: { message: string } | null;
  understood: Record<
    string,
    (UnderstoodPart & { hex?: string; name?: string }) | (UnderstoodPart & { hex?: string; name?: string })[] | null
  > | null;
}

/** Width and height of the picture in pixels: the maximum for anonymous callers. */
const SIDE_PX = 512;
const WAIT_SECONDS = 20;
/** A render that takes longer than `WAIT_SECONDS` is polled at this interval, at most `MAX_POLLS` times. */
const POLL_INTERVAL_MS = 2_000;
const MAX_POLLS = 90;
const MAX_CHARACTERS = 500;

interface FinishedRender {
  brief: string;
  render: Render;
  ms: number;
}

export function PictureBench() {
  const [brief, setBrief] = useState<string>(texts.picture.exampleBrief);
  const [drawn, setDrawn] = useState<FinishedRender | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useId();

  const draw = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    const began = performance.now();
    try {
      const input = { prompt: brief, width: SIDE_PX, height: SIDE_PX, saveToBank: false, waitSeconds: WAIT_SECONDS };
      const { data } = await requestGraphql<{ requestRender: { render?: Render | null; message?: string } }>(DRAW, {
        input,
      });
      const { render: requested, message } = data.requestRender;
      const render = requested && (await waitForRender(requested));
      if (!render) setProblem(message ?? texts.picture.notRendered);
      else if (!render.file) setProblem(render.failure?.message ?? texts.picture.notFinished);
      else setDrawn({ brief, render, ms: performance.now() - began });
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <form className="two" onSubmit={draw}>
        <div>
          <div className="field">
            <label htmlFor={field}>{texts.picture.brief}</label>
            <textarea
              id={field}
              rows={3}
              maxLength={MAX_CHARACTERS}
              value={brief}
              onChange={({ target }) => setBrief(target.value)}
            />
          </div>
          <p className="actions">
            <button type="submit" className="main" disabled={isBusy || brief.trim() === ''}>
              {isBusy ? texts.picture.rendering : texts.picture.render}
            </button>
            <span className="quiet">{texts.picture.engine}</span>
          </p>
          {problem && (
            <p className="trouble" role="alert">
              {problem}
            </p>
          )}
          {drawn && <MarkedBrief {...drawn} />}
        </div>
        <figure className="picture" data-empty={drawn === null} aria-busy={isBusy}>
          {drawn?.render.file ? (
            <img
              src={new URL(drawn.render.file.url).pathname}
              alt={texts.picture.alt(drawn.brief)}
              width={drawn.render.file.width}
              height={drawn.render.file.height}
            />
          ) : (
            <span className="quiet">{texts.picture.empty}</span>
          )}
        </figure>
      </form>
      <PickBench />
    </>
  );
}

/** Polls until the render has ended, at most `MAX_POLLS` times. Returns the last state of the render. */
async function waitForRender(render: Render): Promise<Render> {
  let seen = render;
  for (let polls = 0; polls < MAX_POLLS && seen.completedAt === null; polls++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    const { data } = await requestGraphql<{ render: Render | null }>(LOOK, { id: render.id });
    if (!data.render) break;
    seen = data.render;
  }
  return seen;
}

/** Text of a brief, with its words marked as understood, ignored or excluded from the picture. */
function MarkedBrief({ brief, render, ms }: FinishedRender) {
  const { understood, ignoredTerms, note } = render;
  const { exclusions, ...parts } = understood ?? {};
  const wordsOfParts = (all: typeof exclusions) =>
    (all == null ? [] : Array.isArray(all) ? all : [all]).flatMap((one) => one.words);
  const reading: Reading = {
    understood: Object.values(parts).flatMap(wordsOfParts),
    ignored: ignoredTerms,
    leftOut: wordsOfParts(exclusions),
  };
  return (
    <div className="heard" aria-live="polite">
      <p className="brief">
        {markedBrief(brief, reading).map(({ text, mark }, at) =>
          mark === null ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
            <mark key={at} data-mark={mark}>
              {text}
              <span className="visually-hidden"> ({texts.picture.marks[mark]})</span>
            </mark>
          ),
        )}
      </p>
      <p className="legend">
        {Object.entries(texts.picture.marks).map(([mark, word]) => (
          <Fragment key={mark}>
            <mark data-mark={mark}>{word}</mark>{' '}
          </Fragment>
        ))}
        <span className="quiet">{texts.picture.duration(milliseconds(ms))}</span>
      </p>
      {note && <p className="fine">{note}</p>}
    </div>
  );
}
