import { enumLabel, StatusBadge, type Tone, When } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

export interface WebhookCondition {
  state: 'ENABLED' | 'FAILING' | 'DISABLED';
  disabledReason?: 'OWNER' | 'GONE' | 'FAILING' | null;
  failingSince?: string | null;
}

/** Status of a webhook, with the reason if it is disabled. */
export function WebhookStateBadge({ webhook: { state, disabledReason, failingSince } }: { webhook: WebhookCondition }) {
  if (state === 'ENABLED') return <StatusBadge>{texts.state.enabled}</StatusBadge>;
  if (state === 'FAILING')
    return (
      <>
        <StatusBadge tone="care">{texts.state.failing}</StatusBadge>{' '}
        <span className="hint">{texts.state.since(<When at={failingSince} />)}</span>
      </>
    );
  return (
    <>
      <StatusBadge tone="bad">{texts.state.disabled}</StatusBadge>{' '}
      {disabledReason && <span className="hint">{texts.disabledReason[disabledReason]}</span>}
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

/**
 * Status code of the receiver's response to an attempt. Without a status code, the outcome, or a note that the outcome is
 * unknown or no attempt was made.
 */
export function AttemptAnswer({ attempt }: { attempt: AttemptResult | undefined }) {
  if (!attempt) return <span className="hint">{texts.state.notTried}</span>;
  if (attempt.statusCode) return <code>{attempt.statusCode}</code>;
  return attempt.outcome ? enumLabel(attempt.outcome) : <span className="unknown">{texts.state.unknownAnswer}</span>;
}
