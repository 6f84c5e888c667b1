import { useState } from 'react';
import type { RenderWholeFragment } from '../../web/generated/renders/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { ownPath } from './own-path.ts';
import { isUnderWay } from './render-labels.ts';
import { ElapsedTime, RenderState } from './render-state.tsx';
import { texts } from './texts.ts';

/** The picture of a render as large as the screen allows, or a placeholder with its status. */
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
          <p>{isGone ? texts.picture.failed : missingPictureText(render)}</p>
        )}
      </div>
    );
  }
  return (
    <figure className="renders-picture">
      <a
        href={ownPath(file.url)}
        aria-label={texts.picture.openFile}
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
          alt={asset?.alt ?? texts.picture.alt(render.prompt)}
          onError={() => setGone(true)}
        />
      </a>
      {note && <figcaption className="renders-note">{note}</figcaption>}
      {isSimulated && (
        <div className="notice" data-tone="care">
          <p>{texts.picture.simulated}</p>
        </div>
      )}
      {asset?.status === 'QUARANTINED' && (
        <div className="notice" data-tone="care">
          <p>
            {texts.picture.quarantined(<PageLink to={`/admin/bank/${asset.id}`}>{texts.picture.viewAsset}</PageLink>)}
          </p>
        </div>
      )}
    </figure>
  );
}

function missingPictureText({ failure, status }: RenderWholeFragment): string {
  if (failure) return failure.message;
  if (status === 'CANCELED') return texts.noPicture.canceled;
  if (status === 'ABORTED') return texts.noPicture.aborted;
  if (status === 'BLOCKED') return texts.noPicture.blocked;
  return status === 'SUCCEEDED' ? texts.noPicture.purged : texts.noPicture.none;
}
