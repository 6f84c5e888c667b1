import { notAppliedSentences } from '../../assets/pure.ts';
import type { RenderWholeFragment } from '../../web/generated/renders/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { enumLabel, Facts, Id, Money, StatusBadge, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { formatDuration } from './format-duration.ts';
import { isUnderWay, rendererOf, STATUS_LABELS } from './render-labels.ts';
import { RenderDuration } from './render-state.tsx';
import { texts } from './texts.ts';
import type { RunState } from './use-run-of.ts';

interface RenderAndRun {
  render: RenderWholeFragment;
  run: RunState;
}

/** Statuses that a render has had, with their times. */
export function RenderTimeline({ render }: Pick<RenderAndRun, 'render'>) {
  const { id, status, attempts, requestedBy, createdAt, startedAt, completedAt, failure, retryOfId } = render;
  const may = useMay();
  return (
    <>
      <ol className="renders-story">
        <li data-done>
          <b>{texts.timeline.requested}</b> <When at={createdAt} />
          <span className="hint">
            {texts.timeline.by(
              <PageLink to="/admin/renders" search={{ by: requestedBy }}>
                <ActorName actor={requestedBy} />
              </PageLink>,
            )}
          </span>
          {retryOfId && (
            <span className="hint">
              {texts.timeline.retryOf(<PageLink to={`/admin/renders/${retryOfId}`}>{texts.timeline.earlier}</PageLink>)}
            </span>
          )}
        </li>
        {(startedAt || isUnderWay(status)) && (
          <li data-done={startedAt ? true : undefined}>
            <b>{texts.timeline.started}</b>{' '}
            {startedAt ? <When at={startedAt} /> : <span className="hint">{texts.timeline.notYet}</span>}
          </li>
        )}
        <li data-done={completedAt ? true : undefined}>
          <b>{completedAt ? STATUS_LABELS[status].word : texts.timeline.ended}</b>{' '}
          {completedAt ? <When at={completedAt} /> : <span className="hint">{texts.timeline.notYet}</span>}
          {failure && <span className="hint">{enumLabel(failure.reason).toLowerCase()}</span>}
        </li>
      </ol>
      <Facts
        items={[
          [texts.timeline.attempts, attempts],
          [texts.timeline.waited, startedAt && formatDuration(Date.parse(startedAt) - Date.parse(createdAt))],
          [texts.timeline.duration, <RenderDuration key="took" {...render} />],
          [
            texts.timeline.audit,
            may('audit:read') && (status === 'CANCELED' || retryOfId) ? (
              <PageLink key="audit" to="/admin/audit" search={{ subject: id }}>
                {texts.timeline.auditLink}
              </PageLink>
            ) : null,
          ],
        ]}
      />
    </>
  );
}

export function RendererFacts({ render, run }: RenderAndRun) {
  const { width, height, seed, model, file, kind } = render;
  const isOtherSize = file && (file.width !== width || file.height !== height);
  return (
    <Facts
      items={[
        [texts.renderer.renderer, rendererOf(render)],
        [texts.renderer.cost, <Cost key="cost" render={render} run={run} />],
        [
          texts.renderer.requestedSize,
          texts.renderer.kindAndSize(enumLabel(kind), width.toLocaleString('en'), height.toLocaleString('en')),
        ],
        [
          texts.renderer.actualSize,
          isOtherSize ? texts.renderer.pixels(file.width.toLocaleString('en'), file.height.toLocaleString('en')) : null,
        ],
        [
          texts.renderer.seed,
          <span key="seed">
            <span className="number">{seed}</span>
            <span className="hint">
              {' '}
              {model
                ? texts.renderer.seedModel
                : render.provider === 'embedded' && render.status === 'SUCCEEDED'
                  ? texts.renderer.seedEngine
                  : ''}
            </span>
          </span>,
        ],
        [texts.renderer.source, render.source && <Visible text={render.source} />],
      ]}
    />
  );
}

/** Cost of a render, as far as it is known. */
function Cost({ render: { runId, status, attempts }, run }: RenderAndRun) {
  const may = useMay();
  if (run.data) return <Money micros={run.data.costMicros} isEstimated={run.data.isEstimated} />;
  if (runId) {
    if (!may('runs:read')) return <span className="unknown">{texts.renderer.costHidden}</span>;
    return run.data === undefined && !run.failure ? <span className="hint">…</span> : <Money micros={null} />;
  }
  if (isUnderWay(status)) return <span className="hint">{texts.renderer.costPending}</span>;
  if (attempts === 0) return <>{texts.renderer.costNone}</>;
  return (
    <>
      <Money micros={null} />
      <span className="hint"> {texts.renderer.noRun}</span>{' '}
      {may('runs:read') && (
        <PageLink to="/admin/runs" search={{ task: 'media/image' }}>
          {' '}
          {texts.renderer.imageRuns}{' '}
        </PageLink>
      )}
    </>
  );
}

/** Result of a render: its asset, seal, run and approval. */
export function ResultFacts({ render, run }: RenderAndRun) {
  const { id, asset, file, seal, runId, saveToBank, status, expiresAt, notApplied } = render;
  // The back office itself sends the source of a picture, so the user isn't told that it was not applied.
  const lost = notAppliedSentences(notApplied.filter(({ field }) => field !== 'SOURCE'));
  const may = useMay();
  return (
    <Facts
      items={[
        [
          texts.result.asset,
          asset ? (
            <>
              <PageLink to={`/admin/bank/${asset.id}`}>
                <Visible text={asset.title} />
              </PageLink>{' '}
              {asset.status !== 'LIVE' && <StatusBadge tone="care">{enumLabel(asset.status)}</StatusBadge>}
            </>
          ) : saveToBank ? (
            status === 'SUCCEEDED' ? (
              texts.result.purged
            ) : isUnderWay(status) ? (
              texts.result.afterRender
            ) : (
              texts.result.noAsset
            )
          ) : (
            texts.result.notRequested
          ),
        ],
        [
          texts.result.notApplied,
          lost.length > 0
            ? lost.map((sentence) => (
                <p key={sentence}>
                  <Visible text={sentence} />
                </p>
              ))
            : null,
        ],
        [
          texts.result.seal,
          seal ? (
            <>
              {texts.result.sealed(
                <PageLink to={`/admin/seals/${seal.id}`}>{texts.result.sealedLink}</PageLink>,
                <When at={seal.sealedAt} />,
                seal.logIndex,
              )}{' '}
              {seal.status !== 'SEALED' && <StatusBadge tone="care">{enumLabel(seal.status)}</StatusBadge>}
            </>
          ) : (
            <span key="unsealed" className="unknown">
              {texts.result.none}
            </span>
          ),
        ],
        [
          texts.result.run,
          runId ? (
            may('runs:read') ? (
              <PageLink key="run" to={`/admin/runs/${runId}`}>
                <Id value={runId} short />
              </PageLink>
            ) : (
              <Id key="run" value={runId} short />
            )
          ) : null,
        ],
        [
          texts.result.approval,
          run.data?.approval ? (
            <>
              <StatusBadge>{enumLabel(run.data.approval.state)}</StatusBadge>{' '}
              <PageLink to={`/admin/approvals/${run.data.approval.id}`}>
                <Visible text={run.data.approval.title} />
              </PageLink>
            </>
          ) : run.data?.isHeld ? (
            texts.result.held
          ) : null,
        ],
        ['SHA-256', file && <Id value={file.sha256} copies />],
        [texts.result.expires, expiresAt && <When at={expiresAt} />],
        [texts.result.id, <Id key="id" value={id} copies />],
      ]}
    />
  );
}
