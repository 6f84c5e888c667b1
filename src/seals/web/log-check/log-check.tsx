import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../../web/kit/announce.tsx';
import { Confirm } from '../../../web/kit/confirm.tsx';
import { Form } from '../../../web/kit/form.tsx';
import { Section } from '../../../web/kit/page.tsx';
import { Progress } from '../../../web/kit/progress.tsx';
import { When } from '../../../web/kit/values.tsx';
import { texts } from '../texts.ts';
import { CheckLimits } from './check-limits.tsx';
import { CheckResult, SaveEvidence } from './check-result.tsx';
import { clearStorage, storedTexts } from './local-storage.ts';
import { evidenceIn, STORED_CHECK_KEY, storedCheckIn } from './stored-check.ts';
import { type OwnTrust, TrustChoice } from './trust-choice.tsx';
import { type CheckState, useLogCheck } from './use-log-check.ts';

/**
 * Section to check the log in the browser. A check reads the entries that this browser hasn’t read before, or all if requested,
 * and computes their signed trees again.
 */
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
    // The check has ended and the stop button is removed, so focus returns to the start button.
    if (was.current && !isUnderWay && document.activeElement === document.body) button.current?.focus();
    was.current = isUnderWay;
  }, [isUnderWay]);

  const begin = () => {
    if (isUnderWay) return;
    if (isOwn && !chosen) return setFault(texts.check.trustMissing);
    start({ ownTrust: isOwn ? chosen : null, full });
  };
  return (
    <Section title={texts.check.title}>
      <p className="seals-prose">{texts.check.lead}</p>
      <Form label={texts.check.title} onSubmit={begin}>
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
            {texts.check.start}
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
  const label = size === null ? texts.check.readingCheckpoint : texts.check.progress(read, size);
  return (
    <div className="export seals-check-progress">
      <Progress label={label} share={size === null ? null : read / size} />
      <button type="button" className="link-button" onClick={onStop}>
        {texts.check.stop}
      </button>
      {heldSeconds !== null && (
        <p className="hint" role="status">
          {texts.check.rateLimited(heldSeconds)}
        </p>
      )}
    </div>
  );
}

/**
 * State of earlier log checks in this browser, with a checkbox to read all entries again and a button to delete the state. Empty
 * without state.
 */
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
    announce(texts.check.forgotten);
  };
  return (
    <div>
      {seen && (
        <label className="check">
          <input type="checkbox" checked={full} onChange={(event) => onFullChange(event.target.checked)} />
          <span>
            {texts.check.readAgain} <span className="hint">{texts.check.readAgainHint}</span>
          </span>
        </label>
      )}
      <p className="hint seals-check-memory">
        {isUnreadable && <span>{texts.check.unreadable}</span>}
        {seen && (
          <span>
            {(seen.isByOwnTrust ? texts.check.lastCheckOwnTrust : texts.check.lastCheck)(
              <When at={seen.auditedAt} />,
              seen.size,
            )}
          </span>
        )}
        <button type="button" className="link-button" onClick={() => setAsking(true)}>
          {texts.check.forget}
        </button>
      </p>
      {evidence.map((text) => (
        <p key={text} className="hint seals-check-memory">
          <span>{texts.check.hasEvidence}</span> <SaveEvidence text={text} />
        </p>
      ))}
      <Confirm
        isOpen={isAsking}
        title={texts.check.forgetTitle}
        action={texts.check.forget}
        isDangerous
        onConfirm={forget}
        onClose={() => setAsking(false)}
      >
        <p>
          {texts.check.forgetText}
          {evidence.length > 0 && ` ${texts.check.forgetNotes}`}
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
