import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  RestorePolicyDocument,
  type RestorePolicyMutation,
  RoutingPolicyVersionDocument,
} from '../../web/generated/gateway/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { DocumentChanges } from '../../web/kit/document-changes.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import './editor.css';
import { legible } from './policy-differences.ts';
import { RefusedPolicy } from './refused-policy.tsx';

/** `/admin/gateway/routing/versions/3`: a version of the policy, what is other in it, and the way back to it. */
export function Screen() {
  const { number } = useParamsOf('/admin/gateway/routing/versions/$number');
  const may = useMay();
  // An address that was typed may name anything; there is no version 0.
  const asked = useQueryOf(RoutingPolicyVersionDocument, { number: /^\d{1,9}$/.test(number) ? Number(number) : 0 });
  return (
    <Detail title={`Policy, version ${number}`} back="/admin/gateway/routing">
      <Shown asked={asked} rows={8}>
        {({ routingPolicy: policy, routingPolicies }) => {
          if (!policy) return <Empty>There is no such version.</Empty>;
          const newest = routingPolicies.nodes[0]?.number;
          const facts = [
            ['Published', <When key="when" at={policy.publishedAt} />],
            ['By', <ActorName key="who" actor={policy.publishedBy} copies />],
            ['Why', policy.reason],
            ['As it was in', policy.restoredFrom == null ? null : `Version ${policy.restoredFrom}`],
            ['Made for', `Catalogue ${policy.catalogueVersion}`],
            ['SHA-256', <Id key="sha256" value={policy.sha256} copies />],
          ] as const;
          return (
            <>
              <Facts items={facts} />
              <Section title="Other than in the version before">
                <DocumentChanges value={policy.changes} />
              </Section>
              {may('routing:publish') && newest !== policy.number && <Restore version={policy.number} />}
              <Section title="What it says">
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
                <pre className="gateway-document" tabIndex={0}>
                  {legible(policy.document)}
                </pre>
              </Section>
            </>
          );
        }}
      </Shown>
    </Detail>
  );
}

function Restore({ version }: { version: number }) {
  const [restore, isUnderWay] = useMutationOf(RestorePolicyDocument);
  const [reason, setReason] = useState('');
  const [outcome, setOutcome] = useState<Outcome<RestorePolicyMutation> | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await restore({ input: { version, reason: reason.trim() } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    setReason('');
    announce(
      `Version ${done.payload.routingPolicy?.number ?? 'newest'} is in force; it says what version ${version} said.`,
    );
  };
  return (
    <Section title="Go back to this version">
      <form onSubmit={submit}>
        <TextInput
          label="Why, for who reads it later"
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {outcome?.kind === 'PROBLEM' ? (
          <RefusedPolicy problem={outcome.problem} />
        ) : (
          <OutcomeNotice outcome={outcome} />
        )}
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={reason.trim() === ''}>
            Publish it as the newest version
          </Button>
        </div>
      </form>
      <Unsaved when={reason !== ''} />
    </Section>
  );
}
