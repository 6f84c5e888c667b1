import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditReport } from '../../../proof/log-audit/auditor.ts';
import { durationText } from '../../../proof/log-audit/duration-text.ts';
import { saveFile } from '../../../web/kit/save-file.ts';
import { Facts, Id } from '../../../web/kit/values.tsx';
import { texts } from '../texts.ts';
import { ERROR_LOOKS } from './error-looks.ts';
import { errorTexts } from './texts.ts';
import type { CheckState } from './use-log-check.ts';

type FinishedCheck = Exclude<CheckState, { kind: 'UNDER_WAY' }>;
type ReportedCheck = Extract<CheckState, { kind: 'REPORTED' }>;

/** Result of a log check that finished, was stopped or failed. */
export function CheckResult({ result, onClose }: { result: FinishedCheck; onClose(): void }) {
  if (result.kind === 'REPORTED')
    return result.report.fault ? <CheckProblem result={result} /> : <CleanCheck result={result} />;
  if (result.kind === 'STOPPED')
    return (
      <Notice tone="plain" title={texts.checkResult.stopped}>
        <p>
          {result.size === null ? texts.checkResult.nothingRead : texts.checkResult.partRead(result.read, result.size)}{' '}
          {texts.checkResult.provesNothing}
        </p>
        <button type="button" className="link-button" onClick={onClose}>
          {texts.checkResult.close}
        </button>
      </Notice>
    );
  const isOpen = result.by === 'UNREACHABLE' || result.by === 'BROKEN';
  return (
    <Notice tone="care" title={texts.checkResult.notChecked}>
      <p>
        {result.sentence}
        {isOpen && ` ${texts.checkResult.saysNothing}`}
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

/**
 * Result of a log check without errors. Green only with the user’s own trust file, because the service could have put a wrong key
 * into its own.
 */
function CleanCheck({ result }: { result: ReportedCheck }) {
  const { report, ownTrust, isStored } = result;
  return (
    <Notice tone={ownTrust === null ? 'plain' : 'good'} title={texts.checkResult.clean}>
      <p>
        {readSummary(result)} {continuitySummary(report)}
      </p>
      {ownTrust === null && <p className="hint">{texts.checkResult.serviceTrust}</p>}
      {!isStored && <p className="hint">{texts.checkResult.notStored}</p>}
      <ReportFacts result={result} />
    </Notice>
  );
}

function CheckProblem({ result }: { result: ReportedCheck }) {
  const { code, reason, entry } = result.report.fault!;
  const { title, advice } = errorTexts[code];
  const { tone, linksToDocs } = ERROR_LOOKS[code];
  return (
    <Notice tone={tone} title={title}>
      <p>{reason}</p>
      <p>
        {advice}
        {linksToDocs && (
          <>
            {' '}
            <a href="/docs/seal-keys#when-the-log-is-frozen">{texts.checkResult.frozenDocs}</a>
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
        [texts.checkResult.entry, entry === null ? null : texts.number(entry)],
        [texts.checkResult.log, origin && <Id value={origin} />],
        [texts.checkResult.tree, size === null ? null : texts.checkResult.entries(size)],
        [texts.checkResult.rootHash, root && <Id value={hexOf(root)} copies />],
        [
          texts.checkResult.newestCheckpoint,
          age && texts.checkResult.age(durationText(age.seconds), texts.checkResult.ageSources[age.by]),
        ],
        [texts.checkResult.cosignedBy, cosignedBy && (cosignedBy.join(', ') || texts.checkResult.noWitness)],
        [texts.checkResult.read, texts.checkResult.readCounts(entriesRead, checkpointsCompared)],
        [
          texts.checkResult.trustFile,
          ownTrust === null ? texts.checkResult.serviceTrustFile : texts.checkResult.ownTrustFile(ownTrust),
        ],
        [texts.checkResult.notes, notes.length > 0 ? notes.join(' ') : null],
      ]}
    />
  );
}

/** Converts base64 to hex, which the GraphQL API uses for hashes. */
const hexOf = (base64: string) =>
  Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

function readSummary({ report: { origin, size, entriesRead, checkpointsCompared } }: ReportedCheck): string {
  const trees = checkpointsCompared === 0 ? texts.checkResult.lastTree : texts.checkResult.trees(checkpointsCompared);
  if (entriesRead === 0) return texts.checkResult.unchanged(`${origin}`);
  if (entriesRead === size) return texts.checkResult.allRead(entriesRead, `${origin}`, trees);
  return texts.checkResult.addedRead(entriesRead, trees);
}

function continuitySummary({ keptSize, entriesRead, size }: AuditReport): string {
  if (keptSize === null) return texts.checkResult.firstCheck;
  const continues = texts.checkResult.continues(keptSize);
  return entriesRead === size ? continues : `${continues} ${texts.checkResult.notReadAgain}`;
}

/** Button that saves two contradicting signed notes as a file. */
export function SaveEvidence({ text, isMain = false }: { text: string; isMain?: boolean }) {
  const save = () => saveFile(new Blob([text], { type: 'text/plain' }), 'two-signed-notes.txt');
  if (isMain)
    return (
      <p>
        <Button variant="default" size="xs" onClick={save}>
          {texts.check.saveEvidence}
        </Button>
      </p>
    );
  return (
    <button type="button" className="link-button" onClick={save}>
      {texts.check.saveNotes}
    </button>
  );
}
