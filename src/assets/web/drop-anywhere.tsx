import { useNavigate } from '@tanstack/react-router';
import { useDrop } from '../../web/kit/use-drop.ts';
import { texts } from './texts.ts';
import { upload } from './uploads.ts';

/** Uploads files that are dropped onto the bank, and shows the screen with their progress. */
export function DropAnywhere() {
  const navigate = useNavigate();
  const isOver = useDrop(({ files }) => {
    void upload(files, { tags: [], source: null });
    void navigate({ to: '/admin/bank/upload' });
  });
  return isOver ? (
    <div className="bank-drop-over" aria-hidden>
      <p>{texts.upload.dropAnywhere}</p>
    </div>
  ) : null;
}
