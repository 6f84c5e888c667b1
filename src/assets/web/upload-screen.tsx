import './bank.css';
import { Button, TextInput } from '@mantine/core';
import { Upload as UploadIcon } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useDrop } from '../../web/kit/use-drop.ts';
import { TagField } from './tag-field.tsx';
import { texts } from './texts.ts';
import { UploadList } from './upload-list.tsx';
import { ACCEPTED } from './upload-refusal.ts';
import { forgetEnded, isUnderWay, sendAgain, upload, useUploads } from './uploads.ts';

/** Screen `/admin/bank/upload`: a form to upload pictures. */
export function Screen() {
  const uploads = useUploads();
  const [tags, setTags] = useState<string[]>([]);
  const [source, setSource] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const take = (files: Iterable<File>) => void upload(files, { tags, source: source.trim() || null });
  const isOver = useDrop(({ files }) => take(files));
  const lost = uploads.filter(({ state }) => state.kind === 'LOST');
  const ended = uploads.filter((one) => !isUnderWay(one));
  return (
    <Page
      title={texts.upload.title}
      lead={texts.upload.lead}
      actions={
        <PageLink to="/admin/bank" className="button-link" data-quiet>
          {texts.bank.show}
        </PageLink>
      }
    >
      <div className="bank-form bank-upload-words">
        <TagField label={texts.upload.tags} description={texts.upload.tagsHint} value={tags} onChange={setTags} />
        <TextInput
          label={texts.upload.source}
          description={texts.upload.sourceHint}
          value={source}
          maxLength={1_000}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
      </div>
      <div className="bank-drop" data-over={isOver || undefined}>
        <UploadIcon size={28} strokeWidth={1.25} aria-hidden />
        <p>{texts.upload.drop}</p>
        <Button onClick={() => input.current?.click()}>{texts.upload.choose}</Button>
        <label htmlFor={inputId} className="hint">
          {texts.upload.formats}
        </label>
        <input
          ref={input}
          id={inputId}
          type="file"
          multiple
          accept={ACCEPTED}
          className="only-heard"
          tabIndex={-1}
          onChange={(event) => {
            take(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {uploads.length > 0 && (
        <Section
          title={summary(uploads.length, ended.length)}
          actions={
            <span className="bank-upload-actions">
              {lost.length > 1 && (
                <button type="button" className="link-button" onClick={() => sendAgain(lost.map(({ id }) => id))}>
                  {texts.upload.retryAll(lost.length)}
                </button>
              )}
              {ended.length > 0 && (
                <button type="button" className="link-button" onClick={forgetEnded}>
                  {texts.upload.clear}
                </button>
              )}
            </span>
          }
        >
          {ended.length < uploads.length && <p className="hint">{texts.upload.continues}</p>}
          <UploadList uploads={uploads} />
        </Section>
      )}
    </Page>
  );
}

function summary(count: number, ended: number): string {
  return ended < count ? texts.upload.done(ended, count) : texts.upload.fileCount(count);
}
