import { PageLink } from '../../web/kit/link.tsx';
import { texts } from './texts.ts';
import { isUnderWay, useUploads } from './uploads.ts';

/** Number of running and failed uploads, shown on the list of pictures. Empty if there are none. */
export function UploadsInProgress() {
  const uploads = useUploads();
  const running = uploads.filter(isUnderWay).length;
  const lost = uploads.filter(({ state }) => state.kind === 'LOST').length;
  if (running === 0 && lost === 0) return null;
  return (
    <p className="bank-uploads-under-way" role="status">
      {running > 0 && `${texts.upload.running(running, uploads.length)} `}
      {lost > 0 && `${texts.upload.failed(lost)} `}
      <PageLink to="/admin/bank/upload">{texts.upload.show}</PageLink>
    </p>
  );
}
