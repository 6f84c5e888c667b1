import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { texts } from './texts.ts';
import { upload } from './uploads.ts';

/** Calls `take` with files that are dropped anywhere on the page. Returns true while files are dragged over the page. */
export function useDrop(take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const takeRef = useRef(take);
  takeRef.current = take;
  useEffect(() => {
    // Counts nested drag events: each element of the page fires its own when the pointer enters or leaves it.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) takeRef.current(files);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Uploads files that are dropped onto the bank, and shows the screen with their progress. */
export function DropAnywhere() {
  const navigate = useNavigate();
  const isOver = useDrop((files) => {
    void upload(files, { tags: [], source: null });
    void navigate({ to: '/admin/bank/upload' });
  });
  return isOver ? (
    <div className="bank-drop-over" aria-hidden>
      <p>{texts.upload.dropAnywhere}</p>
    </div>
  ) : null;
}
