import { enumLabel, StatusBadge, type Tone, When } from '../../web/kit/values.tsx';

export interface WebhookCondition {
  state: 'ENABLED' | 'FAILING' | 'DISABLED';
  disabledBecause?: 'OWNER' | 'GONE' | 'FAILING' | null;
  failingSince?: string | null;
}

const WHY_DISABLED: Readonly<Record<'OWNER' | 'GONE' | 'FAILING', string>> = {
  OWNER: 'by somebody here',
  GONE: 'the receiver answered 410: it wants no more',
  FAILING: 'all attempts failed for five days',
};

/** Whether events are sent there, and where not, why. */
export function WebhookStateBadge({
  webhook: { state, disabledBecause, failingSince },
}: {
  webhook: WebhookCondition;
}) {
  if (state === 'ENABLED') return <StatusBadge>Enabled</StatusBadge>;
  if (state === 'FAILING')
    return (
      <>
        <StatusBadge tone="care">Failing</StatusBadge>{' '}
        <span className="hint">
          since <When at={failingSince} />
        </span>
      </>
    );
  return (
    <>
      <StatusBadge tone="bad">Disabled</StatusBadge>{' '}
      {disabledBecause && <span className="hint">{WHY_DISABLED[disabledBecause]}</span>}
    </>
  );
}

const TONES: Readonly<Record<string, Tone>> = { FAILED: 'bad', CANCELED: 'care' };

export function DeliveryState({ state }: { state: string }) {
  return <StatusBadge tone={TONES[state]}>{enumLabel(state)}</StatusBadge>;
}

export interface AttemptResult {
  outcome?: string | null;
  statusCode?: number | null;
}

/** What came back; that nobody knows is said. */
export function AttemptAnswer({ attempt }: { attempt: AttemptResult | undefined }) {
  if (!attempt) return <span className="hint">not tried yet</span>;
  if (attempt.statusCode) return <code>{attempt.statusCode}</code>;
  return attempt.outcome ? enumLabel(attempt.outcome) : <span className="unknown">unknown, or still under way</span>;
}
