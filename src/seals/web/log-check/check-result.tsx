import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditReport } from '../../../proof/log-audit/auditor.ts';
import { durationText } from '../../../proof/log-audit/duration-text.ts';
import { saveFile } from '../../../web/kit/save-file.ts';
import { Facts, Id } from '../../../web/kit/values.tsx';
import { FAULT_WORDS } from './fault-words.ts';
import type { CheckState } from './use-log-check.ts';

type Ended = Exclude<CheckState, { kind: 'UNDER_WAY' }>;
type Reported = Extract<CheckState, { kind: 'REPORTED' }>;

const count = (number: number) => number.toLocaleString('en');
const entries = (number: number) => `${count(number)} ${number === 1 ? 'entry' : 'entries'}`;

/** What came of it. */
export function CheckResult({ result, onClose }: { result: Ended; onClose(): void }) {
  if (result.kind === 'REPORTED') return result.report.fault ? <NotClean result={result} /> : <Clean result={result} />;
  if (result.kind === 'STOPPED')
    return (
      <Notice tone="plain" title="Stopped">
        <p>
          {result.size === null ? 'Nothing was read.' : `${count(result.read)} of ${entries(result.size)} were read.`}{' '}
          Nothing follows from that, and nothing of it is remembered.
        </p>
        <button type="button" className="link-button" onClick={onClose}>
          Close
        </button>
      </Notice>
    );
  const isOpen = result.by === 'UNREACHABLE' || result.by === 'BROKEN';
  return (
    <Notice tone="care" title="Nobody can tell">
      <p>
        {result.sentence}
        {isOpen && ' Nothing follows from that about what the log holds.'}
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

/** Green where a file has judged that does not come from the service. */
function Clean({ result }: { result: Reported }) {
  const { report, ownTrust, isKept } = result;
  return (
    <Notice tone={ownTrust === null ? 'plain' : 'good'} title="Clean">
      <p>
        {readInWords(result)} {pastInWords(report)}
      </p>
      {ownTrust === null && (
        <p className="hint">
          The service’s own trust file has judged, so a key that somebody has put there would have passed. One that you
          kept from an earlier day makes it the stronger check.
        </p>
      )}
      {!isKept && (
        <p className="hint">
          This browser keeps nothing of it, so its next check cannot tell whether the log continues this one.
        </p>
      )}
      <Findings result={result} />
    </Notice>
  );
}

function NotClean({ result }: { result: Reported }) {
  const { code, reason, entry } = result.report.fault!;
  const { title, tone, advice, leadsOn } = FAULT_WORDS[code];
  return (
    <Notice tone={tone} title={title}>
      <p>{reason}</p>
      <p>
        {advice}
        {leadsOn && (
          <>
            {' '}
            <a href="/docs/seal-keys#when-the-log-is-frozen">When the log is frozen</a>
          </>
        )}
      </p>
      {result.evidence !== null && <SaveEvidence text={result.evidence} isMain />}
      <Findings result={result} entry={entry} />
    </Notice>
  );
}

function Findings({ result: { report, ownTrust }, entry = null }: { result: Reported; entry?: number | null }) {
  const { origin, size, root, age, cosignedBy, entriesRead, checkpointsCompared, notes } = report;
  return (
    <Facts
      items={[
        ['Entry', entry === null ? null : count(entry)],
        ['Log', origin && <Id value={origin} />],
        ['Tree', size === null ? null : entries(size)],
        ['Its root', root && <Id value={hexOf(root)} copies />],
        [
          'Newest checkpoint',
          age && `at the least ${durationText(age.seconds)} old, by the word of ${WORD_OF[age.by]}`,
        ],
        ['Cosigned by', cosignedBy && (cosignedBy.join(', ') || 'nobody')],
        [
          'Read',
          `${entries(entriesRead)} and ${count(checkpointsCompared)} ${checkpointsCompared === 1 ? 'checkpoint' : 'checkpoints'}`,
        ],
        ['Judged by', ownTrust === null ? 'the trust file that the service shows' : `your file ${ownTrust}`],
        ['To be said', notes.length > 0 ? notes.join(' ') : null],
      ]}
    />
  );
}

/** As the graph has it. */
const hexOf = (base64: string) =>
  Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

const WORD_OF = {
  WITNESSES: 'its witnesses',
  LOG: 'the log',
  AUDITOR: 'this browser, which has seen it before',
} as const;

function readInWords({ report: { origin, size, entriesRead, checkpointsCompared } }: Reported): string {
  const trees =
    checkpointsCompared === 0
      ? 'the tree it has signed last'
      : checkpointsCompared === 1
        ? 'the one tree that it lists as signed'
        : `every one of the ${count(checkpointsCompared)} trees that it lists as signed`;
  if (entriesRead === 0) return `${origin} shows the tree that this browser has seen before; nothing has come since.`;
  if (entriesRead === size) return `All ${entries(entriesRead)} of ${origin} were read, and make up ${trees}.`;
  return `The ${entries(entriesRead)} that came since were read, and make up ${trees} since.`;
}

function pastInWords({ keptSize, entriesRead, size }: AuditReport): string {
  if (keptSize === null) return 'This browser had not seen the log before; its next check compares with this one.';
  const unread = entriesRead === size ? '' : ' What it had read then it did not read again.';
  return `It continues what this browser has seen before, ${entries(keptSize)}.${unread}`;
}

/** Two signed notes that do not go together, as a file. */
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
      Save them
    </button>
  );
}
