import { useParamsOf } from '../../web/kit/params.ts';
import './renders.css';
import { useEffect, useState } from 'react';
import {
  RenderByIdDocument,
  RenderProgressDocument,
  type RenderWholeFragment,
} from '../../web/generated/renders/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { announceDataChange } from '../../web/kit/client.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { Empty, LiveNotice, QueryView } from '../../web/kit/states.tsx';
import { useLive } from '../../web/kit/use-live.ts';
import { usePageVisible } from '../../web/kit/use-page-visible.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import { BriefWithMarks } from './brief-with-marks.tsx';
import { Picture } from './picture.tsx';
import { RenderActions } from './render-actions.tsx';
import { RendererFacts, RenderTimeline, ResultFacts } from './render-facts.tsx';
import { isUnderWay, STATUS_LABELS } from './render-labels.ts';
import { texts } from './texts.ts';
import { UnderstoodFacts } from './understood-facts.tsx';
import { useRunOf } from './use-run-of.ts';

const PATH = '/admin/renders';

/** Screen `/admin/renders/rnd_…`: one render and its result. */
export function Screen() {
  const { renderId } = useParamsOf('/admin/renders/$renderId');
  // A React key per render, so that updates of one render are never shown for another.
  return (
    <>
      <nav className="renders-back" aria-label={texts.screen.back}>
        <PageLink to={PATH} search="KEEP">
          {texts.list.title}
        </PageLink>
      </nav>
      <RenderPage key={renderId} id={renderId} />
    </>
  );
}

function RenderPage({ id }: { id: string }) {
  const query = useQueryOf(RenderByIdDocument, { id });
  const [latest, setLatest] = useState<RenderWholeFragment | null>(null);
  const known = query.data?.render;
  // The loaded render or the last update: the one with the higher version is newer.
  const render = known && latest && latest.version > known.version ? latest : known;
  const live = useLive(
    RenderProgressDocument,
    { id },
    ({ renderProgress: now }) => {
      setLatest(now);
      if (isUnderWay(now.status)) return;
      announce(now.status === 'SUCCEEDED' ? texts.screen.rendered : texts.screen.ended(STATUS_LABELS[now.status].word));
      announceDataChange();
    },
    { pause: !render || !isUnderWay(render.status) },
  );
  usePageVisible(query.again);
  useSealSoon(render, query.again);
  if (!render)
    return (
      <Page title={texts.screen.title}>
        <QueryView query={query} rows={12}>
          {() => <Empty action={<ButtonLink to={PATH}>{texts.screen.all}</ButtonLink>}>{texts.screen.notFound}</Empty>}
        </QueryView>
      </Page>
    );
  return (
    <Page title={visibleString(render.title)} actions={<RenderActions render={render} />}>
      <LiveNotice state={live} />
      <QueryView query={query}>{() => <RenderSections render={render} />}</QueryView>
    </Page>
  );
}

function RenderSections({ render }: { render: RenderWholeFragment }) {
  const run = useRunOf(render);
  return (
    <>
      <div className="renders-pair">
        <div>
          <Picture render={render} isSimulated={run.data?.isSimulated ?? false} />
        </div>
        <div>
          <BriefWithMarks render={render} />
          <Section title={texts.timeline.title}>
            <RenderTimeline render={render} />
          </Section>
        </div>
      </div>
      <div className="renders-facts">
        <div>
          <Section title={texts.create.renderer}>
            <RendererFacts render={render} run={run} />
          </Section>
          {render.understood && (
            <Section title={texts.understood.title}>
              <UnderstoodFacts brief={render.understood} />
            </Section>
          )}
        </div>
        <Section title={texts.result.title}>
          <ResultFacts render={render} run={run} />
        </Section>
      </div>
    </>
  );
}

/**
 * A picture is sealed shortly after it is rendered, without an event, so the render is reloaded several times within this time.
 */
const SEALED_WITHIN_MS = 10_000;
const ASK_AGAIN_MS = 700;

function useSealSoon(render: RenderWholeFragment | null | undefined, again: () => void): void {
  const { asset, seal, completedAt } = render ?? {};
  const isToCome = Boolean(asset && !seal && completedAt && Date.now() - Date.parse(completedAt) < SEALED_WITHIN_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is a new function on each render
  useEffect(() => {
    if (!isToCome) return;
    const timer = setInterval(again, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isToCome]);
}
