import { useParamsOf } from '../../web/kit/params.ts';
import './publishing.css';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  PublishingPolicyVersionDocument,
  RestorePublishingPolicyVersionDocument,
  type RestorePublishingPolicyVersionMutation,
} from '../../web/generated/publishing/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { DocumentChanges } from '../../web/kit/document-changes.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { Empty, OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Exact, Visible } from '../../web/kit/visible-text.tsx';
import { RefusedPolicy } from './refused-policy.tsx';

/** `/admin/publishing/versions/3`: a version of the policy, what is other in it, and the way back to it. */
export function Screen() {
  const { number } = useParamsOf('/admin/publishing/versions/$number');
  const may = useMay();
  // An address that was typed may name anything; there is no version 0.
  const asked = useQueryOf(PublishingPolicyVersionDocument, { number: /^\d{1,9}$/.test(number) ? Number(number) : 0 });
  return (
    <Detail title={`Publishing policy, version ${number}`} back="/admin/publishing/versions">
      <Shown asked={asked} rows={8}>
        {({ publishingPolicy: policy, publishingPolicies }) => {
          if (!policy) return <Empty>There is no such version.</Empty>;
          const newest = publishingPolicies.nodes[0]?.number;
          return (
            <>
              <Facts
                items={[
                  ['Published', <When key="when" at={policy.publishedAt} />],
                  ['By', <ActorName key="who" actor={policy.publishedBy} copies />],
                  ['Why', <Visible key="why" text={policy.reason} />],
                  ['As it was in', policy.restoredFrom == null ? null : `Version ${policy.restoredFrom}`],
                  ['SHA-256', <Id key="sha256" value={policy.sha256} copies />],
                ]}
              />
              <Section title="Other than in the version before">
                <DocumentChanges value={policy.changes} />
              </Section>
              {may('publishing:manage') && newest !== policy.number && <Restore version={policy.number} />}
              <Section title="What it says">
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
                <div className="publishing-document" tabIndex={0}>
                  <Exact text={JSON.stringify(policy.document)} />
                </div>
              </Section>
            </>
          );
        }}
      </Shown>
    </Detail>
  );
}

function Restore({ version }: { version: number }) {
  const [restore, isUnderWay] = useMutationOf(RestorePublishingPolicyVersionDocument);
  const [reason, setReason] = useState('');
  const [outcome, setOutcome] = useState<Outcome<RestorePublishingPolicyVersionMutation> | null>(null);
  const submit = async () => {
    const done = await restore({ input: { version, reason: reason.trim() } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    setReason('');
    const number = done.payload.publishingPolicy?.number ?? 'newest';
    announce(`Version ${number} is in force; it says what version ${version} said.`);
  };
  return (
    <Section title="Go back to this version">
      <Form label="Go back to this version" onSubmit={() => void submit()}>
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
      </Form>
      <Unsaved when={reason !== ''} />
    </Section>
  );
}
