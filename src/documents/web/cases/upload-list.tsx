import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatBytes } from '../../../web/kit/format-bytes.ts';
import { PageLink } from '../../../web/kit/link.tsx';
import { Progress } from '../../../web/kit/progress.tsx';
import { StatusBadge, type Tone } from '../../../web/kit/values.tsx';
import { Visible } from '../../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';
import {
  cancelUploads,
  canRetry,
  type DocumentUpload,
  forgetEnded,
  isUnderWay,
  sendAgain,
  type UploadState,
  useUploads,
} from './uploads.ts';

type Kind = UploadState['kind'];

/** Number of files that the list displays at a time, so that a folder with thousands of files stays usable. */
const PAGE = 25;
/** Results in the order of their importance for the user. */
const KINDS: readonly Kind[] = [
  'REFUSED',
  'LOST',
  'CANCELLED',
  'SENDING',
  'UNPACKED',
  'NEW_VERSION',
  'DUPLICATE',
  'ADDED',
  'WAITING',
];
const TONES: Partial<Record<Kind, Tone>> = { REFUSED: 'care', LOST: 'bad', CANCELLED: 'care' };

/** Progress of an upload to a case, and its files with their results. */
export function UploadList({ caseId, files }: { caseId: string; files: readonly DocumentUpload[] }) {
  const [kind, setKind] = useState<Kind | ''>('');
  const [page, setPage] = useState(0);
  const counts = Map.groupBy(files, ({ state }) => state.kind);
  const shown = (kind === '' ? KINDS : [kind]).flatMap((one) => counts.get(one) ?? []);
  const last = Math.max(0, Math.ceil(shown.length / PAGE) - 1);
  const from = Math.min(page, last) * PAGE;
  const ended = files.filter((one) => !isUnderWay(one)).length;
  const again = files.filter(canRetry).length;
  const isRunning = ended < files.length;
  return (
    <div className="case-uploads">
      <Progress label={texts.upload.progress(ended, files.length)} share={shareOf(files)} />
      {isRunning && <p className="hint">{texts.upload.continues}</p>}
      <Pause />
      <div className="case-upload-actions">
        <NativeSelect
          aria-label={texts.upload.show}
          value={kind}
          data={[
            { value: '', label: `${texts.upload.files} (${files.length.toLocaleString('en')})` },
            ...KINDS.filter((one) => counts.has(one) || one === kind).map((one) => ({
              value: one,
              label: `${texts.upload.outcome[one]} (${(counts.get(one)?.length ?? 0).toLocaleString('en')})`,
            })),
          ]}
          onChange={(event) => {
            setKind(event.currentTarget.value as Kind | '');
            setPage(0);
          }}
        />
        {isRunning && (
          <button type="button" className="link-button" onClick={() => cancelUploads(caseId)}>
            {texts.upload.cancel}
          </button>
        )}
        {again > 0 && (
          <button type="button" className="link-button" onClick={() => sendAgain(caseId)}>
            {texts.upload.retry(again)}
          </button>
        )}
        {ended > 0 && (
          <button type="button" className="link-button" onClick={() => forgetEnded(caseId)}>
            {texts.upload.clear}
          </button>
        )}
      </div>
      <ul className="plain rows" aria-label={texts.upload.files}>
        {shown.slice(from, from + PAGE).map((one) => (
          <UploadRow key={one.id} {...one} />
        ))}
      </ul>
      {last > 0 && (
        <div className="case-upload-actions">
          <button type="button" className="link-button" disabled={from === 0} onClick={() => setPage(from / PAGE - 1)}>
            {texts.upload.previous}
          </button>
          <span className="hint number">
            {texts.upload.range(from + 1, Math.min(from + PAGE, shown.length), shown.length)}
          </span>
          <button
            type="button"
            className="link-button"
            disabled={from / PAGE >= last}
            onClick={() => setPage(from / PAGE + 1)}
          >
            {texts.upload.next}
          </button>
        </div>
      )}
    </div>
  );
}

/** Share of all bytes that are sent, 0 to 1. */
function shareOf(files: readonly DocumentUpload[]): number {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const sent = files.reduce((sum, { file, state }) => {
    if (state.kind === 'WAITING') return sum;
    return sum + file.size * (state.kind === 'SENDING' ? state.share : 1);
  }, 0);
  return total === 0 ? 1 : sent / total;
}

/** Remaining pause, if the service asked to wait. */
function Pause() {
  const { pausedUntil } = useUploads();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (pausedUntil === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [pausedUntil]);
  if (pausedUntil === null) return null;
  return <p className="hint">{texts.upload.paused(Math.max(1, Math.ceil((pausedUntil - now) / 1_000)))}</p>;
}

function UploadRow({ caseId, path, file, state }: DocumentUpload) {
  const documentId = 'documentId' in state ? state.documentId : null;
  return (
    <li data-kind={state.kind}>
      <span className="case-upload-name">
        {documentId ? (
          <PageLink to={`/admin/cases/${caseId}/documents/${documentId}`} search="KEEP">
            <Visible text={path} />
          </PageLink>
        ) : (
          <Visible text={path} />
        )}{' '}
        <span className="hint number">{formatBytes(file.size)}</span>
      </span>
      <StatusBadge tone={TONES[state.kind]}>{texts.upload.outcome[state.kind]}</StatusBadge>
      <UploadResult state={state} />
    </li>
  );
}

/** Sentence about the result of a file, below its name. */
function UploadResult({ state }: { state: UploadState }) {
  if (state.kind === 'REFUSED' || state.kind === 'LOST' || state.kind === 'CANCELLED') {
    return <p className="case-upload-why">{state.why}</p>;
  }
  if (state.kind === 'DUPLICATE') {
    return (
      <p className="hint">
        {texts.upload.duplicate(state.name === null ? texts.documents.erasedDocument : <Visible text={state.name} />)}
      </p>
    );
  }
  if (state.kind === 'NEW_VERSION') return <p className="hint">{texts.upload.newVersion(state.version)}</p>;
  if (state.kind !== 'UNPACKED') return null;
  const { added, duplicates, refused, refusals } = state;
  return (
    <div className="case-upload-zip">
      <p className="hint">{texts.upload.unpacked(added, duplicates, refused)}</p>
      {refusals.length > 0 && (
        <ul>
          {refusals.map(({ name, why }) => (
            <li key={name} className="case-upload-why">
              <Visible text={name} />: {why}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
