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
import { texts } from './texts.ts';

/**
 * Buttons to cancel a render, to reuse its brief, and to retry it. Users without `renders:manage` can change only their own
 * renders.
 */
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
          {texts.actions.cancel}
        </Button>
      )}
      <Button
        variant="default"
        renderRoot={(given) => <Link to="/admin/renders/new" search={{ like: id }} {...given} />}
      >
        {texts.actions.reuse}
      </Button>
      {mayChange && isRetried(status) && <Button onClick={() => setAsking('RETRY')}>{texts.actions.retry}</Button>}
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
      variables={{ input: { renderId: render.id } }}
      title={texts.cancel.title}
      action={texts.actions.cancel}
      announcement={texts.cancel.done}
      // The action is also refused if the render has ended since it was loaded, so the render is reloaded.
      onRefused={announceDataChange}
      onClose={onClose}
    >
      <p>{texts.cancel.text}</p>
    </ConfirmMutation>
  );
}

function Retry({ render, onClose }: DialogProps) {
  const navigate = useNavigate();
  return (
    <ConfirmMutation
      document={RetryRenderDocument}
      variables={{ input: { renderId: render.id } }}
      title={texts.retry.title}
      action={texts.actions.retry}
      isDangerous={false}
      announcement={({ isNew }) => (isNew ? texts.retry.done : texts.retry.existing)}
      onDone={({ render: next }) => {
        onClose();
        if (next) void navigate({ to: `/admin/renders/${next.id}`, search: true });
      }}
      onClose={onClose}
    >
      <p>{texts.retry.text}</p>
      {render.isEngineOnly ? (
        <p>{texts.retry.engine}</p>
      ) : (
        <RendererPreview widthPx={render.width} heightPx={render.height} />
      )}
    </ConfirmMutation>
  );
}
