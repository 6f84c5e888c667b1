import { Button } from '@mantine/core';
import { useState } from 'react';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import { FormDialog } from '../../web/kit/form-dialog.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Progress } from '../../web/kit/progress.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { pictureCount } from './asset-labels.ts';
import { type BulkResult, MOVES, moveAll, type PictureMove, tagAll } from './bulk.ts';
import type { BankPicture } from './picture-types.ts';
import { TagField } from './tag-field.tsx';
import { texts } from './texts.ts';
import type { Selection } from './use-selection.ts';

interface BulkReportState extends BulkResult {
  done: string;
  /** Titles of the selected pictures before the change, by id. */
  titles: ReadonlyMap<string, string>;
}

/** Actions on selected pictures, with their progress and result. */
export function BulkBar({ pictures, selection }: { pictures: readonly BankPicture[]; selection: Selection }) {
  const may = useMay();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [report, setReport] = useState<BulkReportState | null>(null);
  const [dialog, setDialog] = useState<'TAG' | 'PURGE' | null>(null);
  const chosen = pictures.filter(({ id }) => selection.ids.has(id));
  const ids = chosen.map(({ id }) => id);
  const moves = MOVES.filter(
    ({ permission, from }) => may(permission) && chosen.some(({ status }) => from.includes(status)),
  );

  const run = async (done: string, work: (onProgress: (count: number) => void) => Promise<BulkResult>) => {
    const titles = new Map(chosen.map(({ id, title }) => [id, title]));
    setDialog(null);
    setReport(null);
    setProgress({ done: 0, of: ids.length });
    const result = await work((count) => setProgress({ done: count, of: ids.length }));
    setProgress(null);
    announce(
      result.changedCount > 0 ? texts.bulk.result(pictureCount(result.changedCount), done) : texts.bulk.nothingChanged,
      result.refused.length > 0 || result.stopped ? 'bad' : 'plain',
    );
    const isReported = result.refused.length > 0 || result.stopped !== null;
    if (isReported) setReport({ ...result, done, titles });
    if (!result.stopped) selection.keep(result.refused.map(({ id }) => id));
    // Moves the keyboard focus, because the clicked button can be gone.
    requestAnimationFrame(() => focusAfter(isReported));
  };
  const move = (one: PictureMove) =>
    one.name === 'PURGE' ? setDialog('PURGE') : run(one.done, (onProgress) => moveAll(one, ids, onProgress));
  const purge = MOVES.find(({ name }) => name === 'PURGE')!;

  if (ids.length === 0 && !progress && !report) return null;
  return (
    <section className="bank-bulk" aria-label={texts.bulk.label}>
      {report && <BulkReport report={report} onClose={() => setReport(null)} />}
      {progress ? (
        <Progress label={texts.common.progress(progress.done, progress.of)} share={progress.done / progress.of} />
      ) : ids.length === 0 ? null : (
        <div className="bank-bulk-actions">
          <p role="status">{texts.bulk.selected(<strong>{ids.length}</strong>)}</p>
          {may('assets:write') && (
            <Button size="xs" variant="default" onClick={() => setDialog('TAG')}>
              {texts.bulk.tag}
            </Button>
          )}
          {moves.map((one) => (
            <Button
              key={one.name}
              size="xs"
              variant="default"
              color={one.name === 'PURGE' ? 'bad' : undefined}
              onClick={() => void move(one)}
            >
              {one.label}
            </Button>
          ))}
          <span className="bank-bulk-rest">
            {ids.length < pictures.length && (
              <button type="button" className="link-button" onClick={selection.all}>
                {texts.bulk.selectAll(pictures.length)}
              </button>
            )}
            <button type="button" className="link-button" onClick={selection.clear}>
              {texts.bulk.selectNone}
            </button>
          </span>
        </div>
      )}
      {dialog === 'TAG' && (
        <TagDialog
          count={ids.length}
          onClose={() => setDialog(null)}
          onApply={(tags) => void run(texts.bulk.tagged, (onProgress) => tagAll(ids, tags, onProgress))}
        />
      )}
      <Confirm
        isOpen={dialog === 'PURGE'}
        title={texts.bulk.purgeTitle(pictureCount(ids.length))}
        action={texts.moves.PURGE.label}
        isDangerous
        onConfirm={() => void run(purge.done, (onProgress) => moveAll(purge, ids, onProgress))}
        onClose={() => setDialog(null)}
      >
        <p>{texts.bulk.purgeText}</p>
      </Confirm>
    </section>
  );
}

function focusAfter(isReported: boolean): void {
  const places = isReported ? ['.bank-bulk-report button'] : ['.bank-picture-grid a[tabindex="0"]', 'h1'];
  const found = places.map((place) => document.querySelector<HTMLElement>(place)).find((one) => one !== null);
  found?.focus({ preventScroll: true });
}

function BulkReport({ report, onClose }: { report: BulkReportState; onClose(): void }) {
  const { changedCount, sameCount, refused, stopped, done, titles } = report;
  return (
    <div className="notice bank-bulk-report" data-tone="care" role="alert">
      <p>{texts.bulk.report(pictureCount(changedCount), done, sameCount, refused.length, stopped)}</p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ id, why }) => (
            <li key={id}>
              <PageLink to={`/admin/bank/${id}`}>{titles.get(id) ?? id}</PageLink>: {why}
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="link-button" onClick={onClose}>
        {texts.common.close}
      </button>
    </div>
  );
}

function TagDialog({
  count,
  onApply,
  onClose,
}: {
  count: number;
  onApply(tags: { add: string[]; remove: string[] }): void;
  onClose(): void;
}) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  return (
    <FormDialog
      title={texts.bulk.tagTitle(pictureCount(count))}
      isTouched={add.length + remove.length > 0}
      onClose={onClose}
    >
      {(leave) => (
        <>
          <div className="bank-form">
            <TagField label={texts.bulk.addTags} placeholder={texts.bulk.tagExample} value={add} onChange={setAdd} />
            <TagField
              label={texts.bulk.removeTags}
              placeholder={texts.bulk.tagExample}
              value={remove}
              onChange={setRemove}
            />
          </div>
          <div className="actions">
            <Button disabled={add.length + remove.length === 0} onClick={() => onApply({ add, remove })}>
              {texts.bulk.tagTitle(pictureCount(count))}
            </Button>
            <Button variant="default" onClick={leave}>
              {texts.common.cancel}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
