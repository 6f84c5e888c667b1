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
import { evidenceIn, SEEN, seenIn } from './kept.ts';
import { allKept, forgetAll } from './storage.ts';
import { type OwnTrust, TrustChoice } from './trust-choice.tsx';
import { type CheckState, useLogCheck } from './use-log-check.ts';

/** The browser itself reads the log and works every tree out anew. */
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
    // The button that stops it is gone with it.
    if (was.current && !isUnderWay && document.activeElement === document.body) button.current?.focus();
    was.current = isUnderWay;
  }, [isUnderWay]);

  const begin = () => {
    if (isUnderWay) return;
    if (isOwn && !chosen) return setFault('Choose the file first.');
    start({ ownTrust: isOwn ? chosen : null, full });
  };
  return (
    <Section title="Check it here">
      <p className="seals-prose">
        This browser reads the log as any stranger can, and works out anew every tree that the log has signed.
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
      ? 'Reading the newest checkpoint and what witnesses say of it'
      : `${read.toLocaleString('en')} of ${size.toLocaleString('en')} entries`;
  return (
    <div className="export seals-check-progress">
      <Progress label={label} share={size === null ? null : read / size} />
      <button type="button" className="link-button" onClick={onStop}>
        Stop
      </button>
      {heldSeconds !== null && (
        <p className="hint" role="status">
          The service lets nobody ask more often. It is asked again in {heldSeconds}{' '}
          {heldSeconds === 1 ? 'second' : 'seconds'}.
        </p>
      )}
    </div>
  );
}

/** What this browser remembers, which can be read again and be forgotten. Nothing while there is none. */
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
  const { seen, isSpoilt, evidence } = kept;
  const forget = () => {
    forgetAll();
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
            Read again what this browser has read before{' '}
            <span className="hint">an entry that was changed since then is found only so</span>
          </span>
        </label>
      )}
      <p className="hint seals-check-memory">
        {isSpoilt && <span>What this browser remembers of the log cannot be read.</span>}
        {seen && (
          <span>
            Last found in order here <When at={seen.auditedAt} />, with {seen.size.toLocaleString('en')}{' '}
            {seen.size === 1 ? 'entry' : 'entries'}
            {seen.isByOwnTrust ? ', all judged by a trust file of your own' : ''}.
          </span>
        )}
        <button type="button" className="link-button" onClick={() => setAsking(true)}>
          Forget it
        </button>
      </p>
      {evidence.map((text) => (
        <p key={text} className="hint seals-check-memory">
          <span>This browser keeps two signed notes that do not go together.</span> <SaveEvidence text={text} />
        </p>
      ))}
      <Confirm
        isOpen={isAsking}
        title="Forget what was seen?"
        action="Forget it"
        isDangerous
        onConfirm={forget}
        onClose={() => setAsking(false)}
      >
        <p>
          This browser cannot tell any more whether the log continues what it has seen. Do this when the log was
          replaced with notice.{evidence.length > 0 && ' The signed notes that it has kept go, too: save them before.'}
        </p>
      </Confirm>
    </div>
  );
}

function remembered() {
  const kept = allKept();
  const seen = seenIn({ getItem: (name) => kept[name] ?? null });
  const isSpoilt = SEEN in kept && !seen;
  return Object.keys(kept).length > 0 ? { seen, isSpoilt, evidence: evidenceIn(kept) } : null;
}
