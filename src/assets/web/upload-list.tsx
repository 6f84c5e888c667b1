import type { SyntheticEvent } from 'react';
import { PageLink } from '../../web/kit/link.tsx';
import { Progress } from '../../web/kit/progress.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import { formatBytes } from './format-bytes.ts';
import { type PictureUpload, sendAgain } from './uploads.ts';

/** Files with their progress or result. */
export function UploadList({ uploads }: { uploads: readonly PictureUpload[] }) {
  return (
    <ul className="plain bank-uploads" aria-label="Files">
      {uploads.map((one) => (
        <li key={one.id} data-kind={one.state.kind}>
          <span className="bank-upload-preview">
            {one.previewUrl && (
              // The browser shows a sign for a file that it can't draw.
              <img src={one.previewUrl} alt="" onError={hide} />
            )}
          </span>
          <div>
            <p className="bank-upload-name">
              {one.file.name} <span className="hint number">{formatBytes(one.file.size)}</span>
            </p>
            <UploadOutcome {...one} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.style.visibility = 'hidden';
}

function UploadOutcome({ id, file, state }: PictureUpload) {
  if (state.kind === 'WAITING') return <p className="hint">In line</p>;
  if (state.kind === 'SENDING') {
    const label = state.share < 1 ? `Sending ${file.name}` : `The service looks at ${file.name}`;
    return <Progress label={label} share={state.share < 1 ? state.share : null} />;
  }
  if (state.kind === 'REFUSED') return <p className="bank-upload-why">{state.why}</p>;
  if (state.kind === 'LOST') {
    return (
      <p className="bank-upload-why">
        {state.why} Nothing is stored twice when it is sent again.{' '}
        <button type="button" className="link-button" onClick={() => sendAgain([id])}>
          Send again
        </button>
      </p>
    );
  }
  const { assetId, isDuplicate, status, title, notApplied } = state;
  return (
    <>
      <p>
        {isDuplicate ? 'The bank has this picture already: ' : 'In the bank: '}
        <PageLink to={`/admin/bank/${assetId}`}>{title ?? assetId}</PageLink>
        {status === 'QUARANTINED' && '. It is held back until an operator releases it'}
        {isDuplicate && status === 'TRASHED' && '. It is in the trash'}.
      </p>
      {notApplied.map((sentence) => (
        <p key={sentence} className="bank-upload-why">
          <Visible text={sentence} />
        </p>
      ))}
    </>
  );
}
