import type { SyntheticEvent } from 'react';
import { formatBytes } from '../../web/kit/format-bytes.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Progress } from '../../web/kit/progress.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';
import { type PictureUpload, sendAgain } from './uploads.ts';

/** List of files with the progress or result of their upload. */
export function UploadList({ uploads }: { uploads: readonly PictureUpload[] }) {
  return (
    <ul className="plain bank-uploads" aria-label={texts.upload.files}>
      {uploads.map((one) => (
        <li key={one.id} data-kind={one.state.kind}>
          <span className="bank-upload-preview">
            {one.previewUrl && (
              // Hidden on error: the browser would show a broken image for a format that it can't display.
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
  if (state.kind === 'WAITING') return <p className="hint">{texts.upload.waiting}</p>;
  if (state.kind === 'SENDING') {
    const label = state.share < 1 ? texts.upload.sending(file.name) : texts.upload.processing(file.name);
    return <Progress label={label} share={state.share < 1 ? state.share : null} />;
  }
  if (state.kind === 'REFUSED') return <p className="bank-upload-why">{state.why}</p>;
  if (state.kind === 'LOST') {
    return (
      <p className="bank-upload-why">
        {state.why} {texts.upload.retryIsSafe}{' '}
        <button type="button" className="link-button" onClick={() => sendAgain([id])}>
          {texts.upload.retry}
        </button>
      </p>
    );
  }
  const { assetId, isDuplicate, status, title, notApplied } = state;
  return (
    <>
      <p>
        {isDuplicate ? texts.upload.duplicate : texts.upload.stored}
        <PageLink to={`/admin/bank/${assetId}`}>{title ?? assetId}</PageLink>
        {status === 'QUARANTINED' && texts.upload.quarantined}
        {isDuplicate && status === 'TRASHED' && texts.upload.inTrash}.
      </p>
      {notApplied.map((sentence) => (
        <p key={sentence} className="bank-upload-why">
          <Visible text={sentence} />
        </p>
      ))}
    </>
  );
}
