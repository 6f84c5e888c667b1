import { notAppliedSentences } from '../../assets/pure.ts';
import type { RenderWholeFragment } from '../../web/generated/renders/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { enumLabel, Facts, Id, Money, StatusBadge, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { isUnderWay, rendererOf, STATUS_LABELS } from './render-labels.ts';
import { formatDuration, RenderDuration } from './render-state.tsx';
import type { RunState } from './use-run-of.ts';

interface RenderAndRun {
  render: RenderWholeFragment;
  run: RunState;
}

/** Each state that it has been in, with its time. */
export function RenderTimeline({ render }: Pick<RenderAndRun, 'render'>) {
  const { id, status, attempts, requestedBy, createdAt, startedAt, completedAt, failure, retryOfId } = render;
  const may = useMay();
  return (
    <>
      <ol className="renders-story">
        <li data-done>
          <b>Asked for</b> <When at={createdAt} />
          <span className="hint">
            by{' '}
            <PageLink to="/admin/renders" search={{ by: requestedBy }}>
              <ActorName actor={requestedBy} />
            </PageLink>
          </span>
          {retryOfId && (
            <span className="hint">
              to try <PageLink to={`/admin/renders/${retryOfId}`}>an earlier one</PageLink> again
            </span>
          )}
        </li>
        {(startedAt || isUnderWay(status)) && (
          <li data-done={startedAt ? true : undefined}>
            <b>Begun</b> {startedAt ? <When at={startedAt} /> : <span className="hint">not yet</span>}
          </li>
        )}
        <li data-done={completedAt ? true : undefined}>
          <b>{completedAt ? STATUS_LABELS[status].word : 'Ended'}</b>{' '}
          {completedAt ? <When at={completedAt} /> : <span className="hint">not yet</span>}
          {failure && <span className="hint">{enumLabel(failure.reason).toLowerCase()}</span>}
        </li>
      </ol>
      <Facts
        items={[
          ['Attempts', attempts],
          ['Waited', startedAt && formatDuration(Date.parse(startedAt) - Date.parse(createdAt))],
          ['Took', <RenderDuration key="took" {...render} />],
          [
            'Audit trail',
            may('audit:read') && (status === 'CANCELED' || retryOfId) ? (
              <PageLink key="audit" to="/admin/audit" search={{ subject: id }}>
                Who did what to it
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
  const cameOut = file && (file.width !== width || file.height !== height);
  return (
    <Facts
      items={[
        ['Drawn by', rendererOf(render)],
        ['Cost', <Cost key="cost" render={render} run={run} />],
        ['Asked for as', `${enumLabel(kind)}, ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`],
        [
          'Came out as',
          cameOut ? `${file.width.toLocaleString('en')} × ${file.height.toLocaleString('en')} pixels` : null,
        ],
        [
          'Seed',
          <span key="seed">
            <span className="number">{seed}</span>
            <span className="hint">
              {' '}
              {model
                ? 'handed to the model, which promises nothing'
                : render.provider === 'embedded' && render.status === 'SUCCEEDED'
                  ? 'with this brief and size it gives the same picture, byte for byte'
                  : ''}
            </span>
          </span>,
        ],
        ['From', render.source && <Visible text={render.source} />],
      ]}
    />
  );
}

/** What is known of the money, and no more. */
function Cost({ render: { runId, status, attempts }, run }: RenderAndRun) {
  const may = useMay();
  if (run.data) return <Money micros={run.data.costMicros} isEstimated={run.data.isEstimated} />;
  if (runId) {
    if (!may('runs:read')) return <span className="unknown">in the log, which is not open to you</span>;
    return run.data === undefined && !run.failure ? <span className="hint">…</span> : <Money micros={null} />;
  }
  if (isUnderWay(status)) return <span className="hint">known when it has ended</span>;
  if (attempts === 0) return <>Nothing: it was never begun</>;
  return (
    <>
      <Money micros={null} />
      <span className="hint"> for a render without a picture; what was asked meanwhile stands in </span>
      {may('runs:read') && (
        <PageLink to="/admin/runs" search={{ task: 'media/image' }}>
          the log
        </PageLink>
      )}
    </>
  );
}

/** Where it went: the bank, the log, a seal, somebody's approval. */
export function ResultFacts({ render, run }: RenderAndRun) {
  const { id, asset, file, seal, runId, saveToBank, status, expiresAt, notApplied } = render;
  // The page of this service names itself as the source.
  const lost = notAppliedSentences(notApplied.filter(({ field }) => field !== 'SOURCE'));
  const may = useMay();
  return (
    <Facts
      items={[
        [
          'In the bank',
          asset ? (
            <>
              <PageLink to={`/admin/bank/${asset.id}`}>
                <Visible text={asset.title} />
              </PageLink>{' '}
              {asset.status !== 'LIVE' && <StatusBadge tone="care">{enumLabel(asset.status)}</StatusBadge>}
            </>
          ) : saveToBank ? (
            status === 'SUCCEEDED' ? (
              'Not any more: it was erased for good'
            ) : isUnderWay(status) ? (
              'As soon as it is drawn'
            ) : (
              'Nothing came into it'
            )
          ) : (
            'Not asked for: the picture is here alone'
          ),
        ],
        [
          'Not applied',
          lost.length > 0
            ? lost.map((sentence) => (
                <p key={sentence}>
                  <Visible text={sentence} />
                </p>
              ))
            : null,
        ],
        [
          'Seal',
          seal ? (
            <>
              <PageLink to={`/admin/seals/${seal.id}`}>Sealed</PageLink> <When at={seal.sealedAt} />, place{' '}
              {seal.logIndex} in the log{' '}
              {seal.status !== 'SEALED' && <StatusBadge tone="care">{enumLabel(seal.status)}</StatusBadge>}
            </>
          ) : (
            <span key="unsealed" className="unknown">
              none
            </span>
          ),
        ],
        [
          'Run',
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
          'Approval',
          run.data?.approval ? (
            <>
              <StatusBadge>{enumLabel(run.data.approval.state)}</StatusBadge>{' '}
              <PageLink to={`/admin/approvals/${run.data.approval.id}`}>
                <Visible text={run.data.approval.title} />
              </PageLink>
            </>
          ) : run.data?.isHeld ? (
            'Held for approval'
          ) : null,
        ],
        ['SHA-256', file && <Id value={file.sha256} copies />],
        ['Forgotten', expiresAt && <When at={expiresAt} />],
        ['Id', <Id key="id" value={id} copies />],
      ]}
    />
  );
}
