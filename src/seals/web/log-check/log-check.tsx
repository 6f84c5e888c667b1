import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../../web/kit/announce.tsx';
import { Confirm } from '../../../web/kit/confirm.tsx';
import { Form } from '../../../web/kit/form.tsx';
import { Section } from '../../../web/kit/page.tsx';
import { Progress } from '../../../web/kit/progress.tsx';
import { When } from '../../../web/kit/values.tsx';
import { CheckLimits } from './check-limits.tsx';
import { CheckResult, SaveEvidence } from './check-result.tsx';
import { clearStorage, storedTexts } from './local-storage.ts';
import { evidenceIn, STORED_CHECK_KEY, storedCheckIn } from './stored-check.ts';
import { type OwnTrust, TrustChoice } from './trust-choice.tsx';
import { type CheckState, useLogCheck } from './use-log-check.ts';

/** Reads the log in the browser and computes every signed tree again. */
export function LogCheckSection() {
  const { state, start, stop, close } = useLogCheck();
  const [isOwn, setOwn] = useState(false);
  const [chosen, setChosen] = useState<OwnTrust | null>(null);
  const [full, setFull] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isUnderWay = state?.kind === 'UNDER_WAY';
  const was = useRef(isUnderWay);
  useEffect(() => {
    // The stop button has gone, so focus returns to the start button.
    if (was.current && !isUnderWay && document.activeElement === document.body) button.current?.focus();
    was.current = isUnderWay;
  }, [isUnderWay]);

  const begin = () => {
    if (isUnderWay) return;
    if (isOwn && !chosen) return setFault('Choose a trust file first.');
    start({ ownTrust: isOwn ? chosen : null, full });
  };
  return (
    <Section title="Check the log">
      <p className="seals-prose">
        This browser reads the public log without your session, and computes every tree that the log has signed.
      </p>
      <Form label="Check the log" onSubmit={begin}>
        <TrustChoice
          isOwn={isOwn}
          value={chosen}
          fault={fault}
          onChange={(own, file) => {
            setOwn(own);
            setChosen(file);
            setFault(null);
          }}
          onRefused={setFault}
        />
        <Memory full={full} onFullChange={setFull} onForgotten={close} />
        <div>
          <Button ref={button} type="submit" data-disabled={isUnderWay || undefined} aria-disabled={isUnderWay}>
            Check the log
          </Button>
        </div>
      </Form>
      {isUnderWay && <UnderWay state={state} onStop={stop} />}
      {state && !isUnderWay && <CheckResult result={state} onClose={close} />}
      <CheckLimits />
    </Section>
  );
}

function UnderWay({
  state: { read, size, heldSeconds },
  onStop,
}: {
  state: Extract<CheckState, { kind: 'UNDER_WAY' }>;
  onStop(): void;
}) {
  const label =
    size === null
      ? 'Reading the newest checkpoint and its cosignatures'
      : `${read.toLocaleString('en')} of ${size.toLocaleString('en')} entries`;
  return (
    <div className="export seals-check-progress">
      <Progress label={label} share={size === null ? null : read / size} />
      <button type="button" className="link-button" onClick={onStop}>
        Stop
      </button>
      {heldSeconds !== null && (
        <p className="hint" role="status">
          The service limits how often it can be read. Reading continues in {heldSeconds}{' '}
          {heldSeconds === 1 ? 'second' : 'seconds'}.
        </p>
      )}
    </div>
  );
}

/** State of earlier checks in this browser, with options to read everything again or to forget it. Empty without state. */
function Memory({
  full,
  onFullChange,
  onForgotten,
}: {
  full: boolean;
  onFullChange(full: boolean): void;
  onForgotten(): void;
}) {
  const [isAsking, setAsking] = useState(false);
  const kept = remembered();
  if (!kept) return null;
  const { seen, isUnreadable, evidence } = kept;
  const forget = () => {
    clearStorage();
    setAsking(false);
    onFullChange(false);
    onForgotten();
    announce('This browser has forgotten the log.');
  };
  return (
    <div>
      {seen && (
        <label className="check">
          <input type="checkbox" checked={full} onChange={(event) => onFullChange(event.target.checked)} />
          <span>
            Read again all entries that this browser has read before{' '}
            <span className="hint">the only way to find an entry that changed since then</span>
          </span>
        </label>
      )}
      <p className="hint seals-check-memory">
        {isUnreadable && <span>The state of the last check in this browser can’t be read.</span>}
        {seen && (
          <span>
            Last clean check in this browser <When at={seen.auditedAt} />, with {seen.size.toLocaleString('en')}{' '}
            {seen.size === 1 ? 'entry' : 'entries'}
            {seen.isByOwnTrust ? ', all judged with your own trust file' : ''}.
          </span>
        )}
        <button type="button" className="link-button" onClick={() => setAsking(true)}>
          Forget log
        </button>
      </p>
      {evidence.map((text) => (
        <p key={text} className="hint seals-check-memory">
          <span>This browser has saved two signed notes that contradict each other.</span> <SaveEvidence text={text} />
        </p>
      ))}
      <Confirm
        isOpen={isAsking}
        title="Forget the log?"
        action="Forget log"
        isDangerous
        onConfirm={forget}
        onClose={() => setAsking(false)}
      >
        <p>
          Afterwards this browser can’t tell whether the log continues the one it checked before. Do this when the log
          was replaced with notice.
          {evidence.length > 0 && ' This also deletes the saved signed notes: save them as files first.'}
        </p>
      </Confirm>
    </div>
  );
}

function remembered() {
  const kept = storedTexts();
  const seen = storedCheckIn({ getItem: (name) => kept[name] ?? null });
  const isUnreadable = STORED_CHECK_KEY in kept && !seen;
  return Object.keys(kept).length > 0 ? { seen, isUnreadable, evidence: evidenceIn(kept) } : null;
}
