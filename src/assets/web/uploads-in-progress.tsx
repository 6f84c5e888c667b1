import { PageLink } from '../../web/kit/link.tsx';
import { isUnderWay, useUploads } from './uploads.ts';

/** That files are being sent, or were lost, on other screens than theirs. Nothing where there are none. */
export function UploadsInProgress() {
  const uploads = useUploads();
  const running = uploads.filter(isUnderWay).length;
  const lost = uploads.filter(({ state }) => state.kind === 'LOST').length;
  if (running === 0 && lost === 0) return null;
  return (
    <p className="bank-uploads-under-way" role="status">
      {running > 0 && `${running} of ${uploads.length} files are being sent. `}
      {lost > 0 && `${lost} could not be sent. `}
      <PageLink to="/admin/bank/upload">Look at them</PageLink>
    </p>
  );
}
