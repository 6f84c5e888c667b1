import './bank.css';
import { Button, TextInput } from '@mantine/core';
import { Upload as UploadIcon } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { pictureCount } from './asset-labels.ts';
import { useDrop } from './drop-anywhere.tsx';
import { TagField } from './tag-field.tsx';
import { UploadList } from './upload-list.tsx';
import { ACCEPTED } from './upload-refusal.ts';
import { forgetEnded, isUnderWay, sendAgain, upload, useUploads } from './uploads.ts';

/** `/admin/bank/upload`. */
export function Screen() {
  const uploads = useUploads();
  const [tags, setTags] = useState<string[]>([]);
  const [source, setSource] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const take = (files: Iterable<File>) => void upload(files, { tags, source: source.trim() || null });
  const isOver = useDrop(take);
  const lost = uploads.filter(({ state }) => state.kind === 'LOST');
  const ended = uploads.filter((one) => !isUnderWay(one));
  return (
    <Page
      title="Upload pictures"
      lead="The service redraws them, without hidden data such as locations. The same bytes are never stored twice."
      actions={
        <PageLink to="/admin/bank" className="button-link" data-quiet>
          To the image bank
        </PageLink>
      }
    >
      <div className="bank-form bank-upload-words">
        <TagField
          label="Tags for all of them"
          description="For files added from now on. You can change them later."
          value={tags}
          onChange={setTags}
        />
        <TextInput
          label="Where they come from"
          description="For the record. Partners and anonymous callers do not see it."
          value={source}
          maxLength={1_000}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
      </div>
      <div className="bank-drop" data-over={isOver || undefined}>
        <UploadIcon size={28} strokeWidth={1.25} aria-hidden />
        <p>Drop pictures here</p>
        <Button onClick={() => input.current?.click()}>Choose files</Button>
        <label htmlFor={inputId} className="hint">
          PNG, JPEG, WebP, AVIF or GIF, up to 20 MB each
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
                  Send all {lost.length} again
                </button>
              )}
              {ended.length > 0 && (
                <button type="button" className="link-button" onClick={forgetEnded}>
                  Clear the list
                </button>
              )}
            </span>
          }
        >
          {ended.length < uploads.length && (
            <p className="hint">You can look at other screens meanwhile. Closing this page stops what is not sent.</p>
          )}
          <UploadList uploads={uploads} />
        </Section>
      )}
    </Page>
  );
}

function summary(count: number, ended: number): string {
  return ended < count ? `${ended} of ${count} done` : pictureCount(count).replace('picture', 'file');
}
