import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditReport } from '../../../proof/log-audit/auditor.ts';
import { durationText } from '../../../proof/log-audit/duration-text.ts';
import { saveFile } from '../../../web/kit/save-file.ts';
import { Facts, Id } from '../../../web/kit/values.tsx';
import { ERROR_TEXTS } from './error-texts.ts';
import type { CheckState } from './use-log-check.ts';

type FinishedCheck = Exclude<CheckState, { kind: 'UNDER_WAY' }>;
type ReportedCheck = Extract<CheckState, { kind: 'REPORTED' }>;

const count = (number: number) => number.toLocaleString('en');
const entries = (number: number) => `${count(number)} ${number === 1 ? 'entry' : 'entries'}`;

/** Result of a finished, stopped or failed check. */
export function CheckResult({ result, onClose }: { result: FinishedCheck; onClose(): void }) {
  if (result.kind === 'REPORTED')
    return result.report.fault ? <CheckProblem result={result} /> : <CleanCheck result={result} />;
  if (result.kind === 'STOPPED')
    return (
      <Notice tone="plain" title="Stopped">
        <p>
          {result.size === null ? 'Nothing was read.' : `${count(result.read)} of ${entries(result.size)} were read.`}{' '}
          This proves nothing, and nothing of it was stored.
        </p>
        <button type="button" className="link-button" onClick={onClose}>
          Close
        </button>
      </Notice>
    );
  const isOpen = result.by === 'UNREACHABLE' || result.by === 'BROKEN';
  return (
    <Notice tone="care" title="Not checked">
      <p>
        {result.sentence}
        {isOpen && ' This says nothing about the content of the log.'}
      </p>
    </Notice>
  );
}

function Notice({ tone, title, children }: { tone: string; title: string; children: ReactNode }) {
  return (
    <div className="notice seals-check-result" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Green only with the user’s own trust file, because the service could have put a wrong key into its own. */
function CleanCheck({ result }: { result: ReportedCheck }) {
  const { report, ownTrust, isStored } = result;
  return (
    <Notice tone={ownTrust === null ? 'plain' : 'good'} title="Clean">
      <p>
        {readSummary(result)} {continuitySummary(report)}
      </p>
      {ownTrust === null && (
        <p className="hint">
          This check used the service’s own trust file, so a key that someone added to that file would have passed. For
          a stronger check, use a trust file that you saved earlier.
        </p>
      )}
      {!isStored && (
        <p className="hint">
          This browser couldn’t store the result, so its next check can’t tell whether the log continues this one.
        </p>
      )}
      <ReportFacts result={result} />
    </Notice>
  );
}

function CheckProblem({ result }: { result: ReportedCheck }) {
  const { code, reason, entry } = result.report.fault!;
  const { title, tone, advice, linksToDocs } = ERROR_TEXTS[code];
  return (
    <Notice tone={tone} title={title}>
      <p>{reason}</p>
      <p>
        {advice}
        {linksToDocs && (
          <>
            {' '}
            <a href="/docs/seal-keys#when-the-log-is-frozen">When the log is frozen</a>
          </>
        )}
      </p>
      {result.evidence !== null && <SaveEvidence text={result.evidence} isMain />}
      <ReportFacts result={result} entry={entry} />
    </Notice>
  );
}

function ReportFacts({ result: { report, ownTrust }, entry = null }: { result: ReportedCheck; entry?: number | null }) {
  const { origin, size, root, age, cosignedBy, entriesRead, checkpointsCompared, notes } = report;
  return (
    <Facts
      items={[
        ['Entry', entry === null ? null : count(entry)],
        ['Log', origin && <Id value={origin} />],
        ['Tree', size === null ? null : entries(size)],
        ['Root hash', root && <Id value={hexOf(root)} copies />],
        ['Newest checkpoint', age && `at least ${durationText(age.seconds)} old, according to ${AGE_SOURCES[age.by]}`],
        ['Cosigned by', cosignedBy && (cosignedBy.join(', ') || 'no witness')],
        [
          'Read',
          `${entries(entriesRead)} and ${count(checkpointsCompared)} ${checkpointsCompared === 1 ? 'checkpoint' : 'checkpoints'}`,
        ],
        ['Trust file', ownTrust === null ? 'the service’s trust file' : `your file ${ownTrust}`],
        ['Notes', notes.length > 0 ? notes.join(' ') : null],
      ]}
    />
  );
}

/** Hex, as in the GraphQL API. */
const hexOf = (base64: string) =>
  Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

const AGE_SOURCES = {
  WITNESSES: 'its witnesses',
  LOG: 'the log',
  AUDITOR: 'this browser, which read it before',
} as const;

function readSummary({ report: { origin, size, entriesRead, checkpointsCompared } }: ReportedCheck): string {
  const trees =
    checkpointsCompared === 0
      ? 'the tree that the log signed last'
      : checkpointsCompared === 1
        ? 'the one tree that the log lists as signed'
        : `every one of the ${count(checkpointsCompared)} trees that the log lists as signed`;
  if (entriesRead === 0)
    return `${origin} shows the same tree as at this browser’s last check; nothing was added since.`;
  if (entriesRead === size) return `All ${entries(entriesRead)} of ${origin} were read, and make up ${trees}.`;
  return `The ${entries(entriesRead)} added since were read, and make up ${trees} since.`;
}

function continuitySummary({ keptSize, entriesRead, size }: AuditReport): string {
  if (keptSize === null) return 'This browser hasn’t checked the log before; its next check compares with this one.';
  const unread = entriesRead === size ? '' : ' Entries read then were not read again.';
  return `It continues the log of this browser’s last check, ${entries(keptSize)}.${unread}`;
}

/** Button that saves two contradicting signed notes as a file. */
export function SaveEvidence({ text, isMain = false }: { text: string; isMain?: boolean }) {
  const save = () => saveFile(new Blob([text], { type: 'text/plain' }), 'two-signed-notes.txt');
  if (isMain)
    return (
      <p>
        <Button variant="default" size="xs" onClick={save}>
          Save the two signed notes
        </Button>
      </p>
    );
  return (
    <button type="button" className="link-button" onClick={save}>
      Save notes
    </button>
  );
}
