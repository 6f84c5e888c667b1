import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CancelRenderDocument,
  type CancelRenderMutation,
  type RenderWholeFragment,
  RetryRenderDocument,
  type RetryRenderMutation,
} from '../../web/generated/renders/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { announceChange } from '../../web/kit/client.ts';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { WhoWouldDraw } from './who-would-draw.tsx';
import { isRetried, isUnderWay } from './words.ts';

/** What can be done with a render as it stands: its own, or with the permission anybody's. */
export function RenderActions({ render }: { render: RenderWholeFragment }) {
  const { id, status, requestedBy } = render;
  const may = useMay();
  const { actor } = useViewer();
  const [asking, setAsking] = useState<'CANCEL' | 'RETRY' | null>(null);
  if (!may('renders:request')) return null;
  const mayChange = may('renders:manage') || requestedBy === actor;
  const close = () => setAsking(null);
  return (
    <>
      {mayChange && isUnderWay(status) && (
        <Button variant="default" onClick={() => setAsking('CANCEL')}>
          Cancel it
        </Button>
      )}
      <Button component={Link} to="/admin/renders/new" search={{ like: id } as never} variant="default">
        Use this brief
      </Button>
      {mayChange && isRetried(status) && <Button onClick={() => setAsking('RETRY')}>Try it again</Button>}
      {asking === 'CANCEL' && <Cancel render={render} close={close} />}
      {asking === 'RETRY' && <Retry render={render} close={close} />}
    </>
  );
}

interface AskedProps {
  render: RenderWholeFragment;
  close(): void;
}

function Cancel({ render, close }: AskedProps) {
  const [cancel, isUnderWayNow] = useMutationOf(CancelRenderDocument);
  const [outcome, setOutcome] = useState<Outcome<CancelRenderMutation> | null>(null);
  const confirm = async () => {
    const done = await cancel({ input: { id: render.id } });
    setOutcome(done);
    // It may have ended meanwhile: then what is shown beneath is old.
    if (done.kind === 'PROBLEM') announceChange();
    if (done.kind !== 'DONE') return;
    announce('The render is canceled.');
    close();
  };
  return (
    <Confirm
      isOpen
      title="Cancel this render?"
      action="Cancel the render"
      isDangerous
      isUnderWay={isUnderWayNow}
      confirm={() => void confirm()}
      close={close}
    >
      <p>Whoever draws it is told to stop. What a model has begun, its provider may still finish, and charge for.</p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}

function Retry({ render, close }: AskedProps) {
  const [retry, isUnderWayNow] = useMutationOf(RetryRenderDocument);
  const [outcome, setOutcome] = useState<Outcome<RetryRenderMutation> | null>(null);
  const navigate = useNavigate();
  const confirm = async () => {
    const done = await retry({ input: { id: render.id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(done.payload.isNew ? 'It is tried again.' : 'It was tried again before: this is that one.');
    close();
    const next = done.payload.render?.id;
    if (next) void navigate({ to: `/admin/renders/${next}`, search: true as never });
  };
  return (
    <Confirm
      isOpen
      title="Try it again?"
      action="Try it again"
      isUnderWay={isUnderWayNow}
      confirm={() => void confirm()}
      close={close}
    >
      <p>A render of its own, with the same brief, size and seed. This one stays as it ended.</p>
      {render.isEngineOnly ? (
        <p>Drawn by the engine of this service, as before. It costs nothing.</p>
      ) : (
        <WhoWouldDraw widthPx={render.width} heightPx={render.height} />
      )}
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
