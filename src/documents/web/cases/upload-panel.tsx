import { Button } from '@mantine/core';
import { Upload as UploadIcon } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { announce } from '../../../web/kit/announce.tsx';
import { useDrop } from '../../../web/kit/use-drop.ts';
import { chosenFiles, droppedFiles } from './dropped-files.ts';
import { type PathFile, withoutSystemFiles } from './path-file.ts';
import { texts } from './texts.ts';
import { UploadList } from './upload-list.tsx';
import { isUnderWay, upload, useUploads } from './uploads.ts';

/** Lets the user upload files, folders and zips to a case, and displays the progress and results. */
export function UploadPanel({ caseId }: { caseId: string }) {
  const [note, setNote] = useState('');
  const take = async (found: Promise<readonly PathFile[]> | readonly PathFile[]) => {
    setNote(texts.upload.readingFolder);
    const { wanted, skipped } = withoutSystemFiles(await found);
    setNote(skipped > 0 ? texts.upload.skipped(skipped) : wanted.length === 0 ? texts.upload.noFiles : '');
    upload(caseId, wanted);
  };
  const isOver = useDrop((dropped) => void take(droppedFiles(dropped)));
  const files = useUploads().files.filter((one) => one.caseId === caseId);
  useAnnouncedEnd(files.some(isUnderWay));
  return (
    <section aria-label={texts.upload.title}>
      <div className="case-drop" data-over={isOver || undefined}>
        <UploadIcon size={24} strokeWidth={1.25} aria-hidden />
        <div>
          <p>{isOver ? texts.upload.dropAnywhere : texts.upload.drop}</p>
          <p className="hint">{texts.upload.formats}</p>
        </div>
        <div className="case-drop-buttons">
          <FileButton label={texts.upload.chooseFiles} onTake={take} />
          <FileButton label={texts.upload.chooseFolder} isFolder onTake={take} />
        </div>
      </div>
      <p className="hint" role="status">
        {note}
      </p>
      {files.length > 0 && <UploadList caseId={caseId} files={files} />}
    </section>
  );
}

/** Announces the end of an upload for users who can’t see the progress. */
function useAnnouncedEnd(isRunning: boolean): void {
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) announce(texts.upload.ended);
    wasRunning.current = isRunning;
  }, [isRunning]);
}

/** Button that opens the browser’s dialog for files or for a folder. */
function FileButton({
  label,
  isFolder = false,
  onTake,
}: {
  label: string;
  isFolder?: boolean;
  onTake(files: readonly PathFile[]): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onTake(chosenFiles(currentTarget.files ?? []));
    // Otherwise the same files couldn’t be chosen again.
    currentTarget.value = '';
  };
  return (
    <>
      <Button variant={isFolder ? 'default' : 'filled'} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <label htmlFor={id} className="only-heard">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        className="only-heard"
        tabIndex={-1}
        onChange={change}
        {...(isFolder && { webkitdirectory: '' })}
      />
    </>
  );
}
