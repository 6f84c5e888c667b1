import { wordsOfName } from '../../platform/text/name-words.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { Section } from '../../web/kit/page.tsx';
import { Facts, Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { useViewer } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { ActorLabel } from './actor-label.tsx';
import type { ApprovalDetails, ApprovalView } from './approval-view.ts';
import { texts } from './texts.ts';

/** Facts about a request that aren't part of its displayed content. */
export function RequestFacts({ approval, seen }: { approval: ApprovalDetails; seen: ApprovalView | null }) {
  const { createdAt, customerId, facts, policyVersion, sha256, subjectId } = approval;
  const shownLabels = new Set(seen?.sections?.flatMap(({ rows = [] }) => rows.map(([label]) => label)));
  const others = Object.entries(facts)
    .filter(
      ([name, value]) =>
        value !== null && !(Array.isArray(value) && value.length === 0) && !shownLabels.has(labelOf(name)),
    )
    .map(([name, value]) => [labelOf(name), <Visible key={name} text={factText(value)} />] as const);
  return (
    <Section title={texts.facts.title}>
      <Facts
        items={[
          [texts.list.created, <When key="asked" at={createdAt} />],
          [texts.facts.subject, <Id key="subject" value={subjectId} copies />],
          [texts.facts.customer, customerId && <Id value={customerId} copies />],
          ...others,
          [texts.facts.policy, policyVersion && texts.facts.version(policyVersion)],
          ['SHA-256', <Id key="sha256" value={sha256} copies />],
        ]}
      />
    </Section>
  );
}

/** Label of a fact, e.g. "Target count" for `targetCount`. */
function labelOf(name: string): string {
  const words = wordsOfName(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function factText(value: unknown): string {
  if (Array.isArray(value)) return value.map(factText).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Decisions on a request so far. */
export function Decisions({ decisions }: Pick<ApprovalDetails, 'decisions'>) {
  const { actor: me } = useViewer();
  if (decisions.length === 0) return null;
  return (
    <Section title={texts.facts.decisions}>
      <ul className="plain approvals-decisions">
        {decisions.map(({ verdict, decidedBy, decider, issuedBy, isSigned, signedWith, reason, decidedAt }) => (
          <li key={`${decidedBy} ${decidedAt}`}>
            <p>
              <StatusBadge tone={verdict === 'REJECT' ? 'bad' : 'plain'}>
                {verdict === 'APPROVE' ? texts.states.APPROVED : texts.states.REJECTED}
              </StatusBadge>{' '}
              {texts.facts.by(<ActorLabel actor={decidedBy} seen={decider} me={me} brief />)}{' '}
              {issuedBy && texts.facts.byToken(<ActorName actor={issuedBy} />)}
              {!isSigned && texts.facts.beforeSignatures}
            </p>
            <p className="hint">
              <When at={decidedAt} />
              {signedWith === 'PASSKEY' && <> · {texts.facts.withPasskey}</>}
            </p>
            {reason && (
              <p className="approvals-words">
                <Visible text={reason} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
