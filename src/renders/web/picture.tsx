import { useState } from 'react';
import type { RenderWholeFragment } from '../../web/generated/renders/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { ownPath } from './own-path.ts';
import { isUnderWay } from './render-labels.ts';
import { ElapsedTime, RenderState } from './render-state.tsx';

/** The picture as large as there is room; before there is one, its place, with what is going on. */
export function Picture({ render, isSimulated }: { render: RenderWholeFragment; isSimulated: boolean }) {
  const { file, asset, width, height, status, createdAt, note } = render;
  const [isGone, setGone] = useState(false);
  if (!file || isGone) {
    return (
      <div
        className="renders-place"
        data-under-way={isUnderWay(status) || undefined}
        style={isUnderWay(status) ? { aspectRatio: `${width} / ${height}` } : undefined}
        role="status"
      >
        <RenderState {...render} />
        {isUnderWay(status) ? (
          <span className="hint" aria-hidden>
            <ElapsedTime since={createdAt} />
          </span>
        ) : (
          <p>{isGone ? 'The file could not be loaded. Load the page to try again.' : whyNone(render)}</p>
        )}
      </div>
    );
  }
  return (
    <figure className="renders-picture">
      <a
        href={ownPath(file.url)}
        aria-label="Open the file"
        style={{
          aspectRatio: `${file.width} / ${file.height}`,
          maxWidth: `min(100%, ${file.width}px, calc(72vh * ${file.width / file.height}))`,
          backgroundColor: asset?.dominantColor,
        }}
      >
        <img
          src={ownPath(file.screen)}
          width={file.width}
          height={file.height}
          alt={asset?.alt ?? `Drawn from: ${render.prompt}`}
          onError={() => setGone(true)}
        />
      </a>
      {note && <figcaption className="renders-note">{note}</figcaption>}
      {isSimulated && (
        <div className="notice" data-tone="care">
          <p>Simulated: the sandbox answered this, and no model. Nothing left the service, and nothing was paid.</p>
        </div>
      )}
      {asset?.status === 'QUARANTINED' && (
        <div className="notice" data-tone="care">
          <p>
            Held back: nobody outside is shown it until somebody releases it.{' '}
            <PageLink to={`/admin/bank/${asset.id}`}>Look at it in the bank</PageLink>
          </p>
        </div>
      )}
    </figure>
  );
}

function whyNone({ failure, status }: RenderWholeFragment): string {
  if (failure) return failure.message;
  if (status === 'CANCELED') return 'It was canceled before there was a picture.';
  if (status === 'ABORTED') return 'Its time was over before it was begun.';
  if (status === 'BLOCKED') return 'It was refused for what it asks for. Word the brief otherwise.';
  return status === 'SUCCEEDED'
    ? 'The picture was erased for good. That it was drawn stays true.'
    : 'There is no picture.';
}
