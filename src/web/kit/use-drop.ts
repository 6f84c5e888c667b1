import { useEffect, useRef, useState } from 'react';

/**
 * Calls `take` with files and folders that are dropped anywhere on the page. Returns true while files are dragged over the page.
 * @param take called during the event, since browsers empty its data afterwards
 */
export function useDrop(take: (dropped: DataTransfer) => void): boolean {
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
      if (event.dataTransfer && event.dataTransfer.files.length > 0) takeRef.current(event.dataTransfer);
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
