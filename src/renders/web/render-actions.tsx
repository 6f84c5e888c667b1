import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CancelRenderDocument,
  type RenderWholeFragment,
  RetryRenderDocument,
} from '../../web/generated/renders/graphql.ts';
import { announceDataChange } from '../../web/kit/client.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { isRetried, isUnderWay } from './render-labels.ts';
import { RendererPreview } from './renderer-preview.tsx';

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
      <Button
        variant="default"
        renderRoot={(given) => <Link to="/admin/renders/new" search={{ like: id }} {...given} />}
      >
        Use this brief
      </Button>
      {mayChange && isRetried(status) && <Button onClick={() => setAsking('RETRY')}>Try it again</Button>}
      {asking === 'CANCEL' && <Cancel render={render} onClose={close} />}
      {asking === 'RETRY' && <Retry render={render} onClose={close} />}
    </>
  );
}

interface DialogProps {
  render: RenderWholeFragment;
  onClose(): void;
}

function Cancel({ render, onClose }: DialogProps) {
  return (
    <ConfirmMutation
      document={CancelRenderDocument}
      variables={{ input: { id: render.id } }}
      title="Cancel this render?"
      action="Cancel the render"
      announcement="The render is canceled."
      // It may have ended meanwhile: then what is shown beneath is old.
      onRefused={announceDataChange}
      onClose={onClose}
    >
      <p>Whoever draws it is told to stop. What a model has begun, its provider may still finish, and charge for.</p>
    </ConfirmMutation>
  );
}

function Retry({ render, onClose }: DialogProps) {
  const navigate = useNavigate();
  return (
    <ConfirmMutation
      document={RetryRenderDocument}
      variables={{ input: { id: render.id } }}
      title="Try it again?"
      action="Try it again"
      isDangerous={false}
      announcement={({ isNew }) => (isNew ? 'It is tried again.' : 'It was tried again before: this is that one.')}
      onDone={({ render: next }) => {
        onClose();
        if (next) void navigate({ to: `/admin/renders/${next.id}`, search: true });
      }}
      onClose={onClose}
    >
      <p>A render of its own, with the same brief, size and seed. This one stays as it ended.</p>
      {render.isEngineOnly ? (
        <p>Drawn by the engine of this service, as before. It costs nothing.</p>
      ) : (
        <RendererPreview widthPx={render.width} heightPx={render.height} />
      )}
    </ConfirmMutation>
  );
}
