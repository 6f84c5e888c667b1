import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import {
  type NewestRoutingPolicyQuery,
  PublishPolicyDocument,
  type PublishPolicyMutation,
  ReplayPolicyDocument,
} from '../../web/generated/gateway/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Conflict } from '../../web/kit/conflict.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { isConflict, type MutationOutcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { Progress } from '../../web/kit/progress.tsx';
import { OutcomeNotice, QueryView } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import './editor.css';
import { VersionRefused } from '../../web/kit/versions.tsx';
import { rangeOf } from './json-range.ts';
import { differencesOf, legible } from './policy-differences.ts';
import { ReplayResult } from './replay-result.tsx';
import { texts } from './texts.ts';

type NewestPolicy = NewestRoutingPolicyQuery['routingPolicies']['nodes'][number];
type PolicyJson = Record<string, unknown>;

/** Maximum number of past decisions to replay: `FEW` by default, `MANY` if the user asks for more. */
const FEW = 1_000;
const MANY = 10_000;

/** Editor of the next version. Input stays when another version is published meanwhile. */
export function PolicyEditor({ newest, onReload }: { newest: NewestPolicy; onReload(): void }) {
  const [base, setBase] = useState(newest);
  const [text, setText] = useState(() => legible(newest.document));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState<string | null>(null);
  const [most, setMost] = useState(FEW);
  const [outcome, setOutcome] = useState<MutationOutcome<PublishPolicyMutation> | null>(null);
  const [publish, isUnderWay] = useMutationOf(PublishPolicyDocument);
  const area = useRef<HTMLTextAreaElement>(null);
  const { policy, fault } = parsePolicy(text);
  const isChanged = text !== legible(base.document);
  const replay = useQueryOf(
    ReplayPolicyDocument,
    { input: { policy: tried === null ? null : (JSON.parse(tried) as PolicyJson), limit: most } },
    { pause: tried === null },
  );
  const isReplaying = tried !== null && !replay.failure && (replay.isLoading || replay.isStale);
  const isTried = tried === text && replay.data !== undefined && !replay.failure && !replay.isStale;
  const problem = outcome?.kind === 'PROBLEM' ? outcome.problem : null;
  const isTaken = problem !== null && isConflict(problem);

  const send = async (ifVersion: number) => {
    if (!policy) return;
    const done = await publish({ input: { ifVersion, document: policy, reason: reason.trim() } });
    setOutcome(done);
    if (done.kind === 'PROBLEM' && isConflict(done.problem)) onReload();
    if (done.kind !== 'DONE') return;
    const number = done.payload.routingPolicy?.number;
    setBase({ ...base, number: number ?? base.number + 1, document: policy });
    setText(legible(policy));
    setReason('');
    setTried(null);
    announce(texts.editor.published(number ?? base.number + 1));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(base.number);
  };
  const takeTheirs = () => {
    setBase(newest);
    setText(legible(newest.document));
    setOutcome(null);
  };
  const takeMine = () => {
    setBase(newest);
    setOutcome(null);
    void send(newest.number);
  };
  const goTo = (pointer: string) => {
    const place = rangeOf(text, pointer);
    if (!place) return null;
    const select = () => {
      area.current?.focus();
      area.current?.setSelectionRange(place.from, place.to);
    };
    return (
      <button type="button" className="link-button" onClick={select}>
        {texts.editor.line(place.line)}
      </button>
    );
  };

  return (
    <form onSubmit={submit}>
      <p className="hint">
        {texts.editor.basedOn(
          <PageLink to={`/admin/gateway/routing/versions/${base.number}`}>
            {texts.editor.version(base.number)}
          </PageLink>,
          <When at={newest.number === base.number ? newest.publishedAt : base.publishedAt} />,
        )}
        {newest.number > base.number && texts.editor.newerVersion(newest.number)}
      </p>
      <Textarea
        ref={area}
        label={texts.editor.document}
        classNames={{ input: 'gateway-document' }}
        value={text}
        rows={24}
        spellCheck={false}
        error={fault}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setOutcome(null);
        }}
      />
      <div className="actions">
        <Button
          variant="default"
          disabled={!policy}
          loading={tried === text && isReplaying}
          onClick={() => (tried === text ? replay.again() : setTried(text))}
        >
          {texts.editor.replay}
        </Button>
        <Button
          variant="subtle"
          disabled={!isChanged}
          onClick={() => {
            setText(legible(base.document));
            setOutcome(null);
          }}
        >
          {texts.editor.discard}
        </Button>
      </div>
      {tried !== null && (
        <Section title={texts.editor.result}>
          {tried !== text && <p className="hint">{texts.editor.outdated}</p>}
          {isReplaying ? (
            <Progress label={texts.editor.replaying(most.toLocaleString('en-US'))} share={null} />
          ) : (
            <QueryView query={replay} rows={6}>
              {({ replayDecisions }) => (
                <>
                  <ReplayResult replay={replayDecisions} />
                  {replayDecisions.end === 'LIMIT' && most < MANY && (
                    <button type="button" className="link-button" onClick={() => setMost(MANY)}>
                      {texts.editor.replayMore(MANY.toLocaleString('en-US'))}
                    </button>
                  )}
                </>
              )}
            </QueryView>
          )}
        </Section>
      )}
      <Section title={texts.editor.publish}>
        <TextInput
          label={texts.editor.reason}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {problem && !isTaken && <VersionRefused problem={problem} place={goTo} />}
        {outcome && !problem && <OutcomeNotice outcome={outcome} />}
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isTried || !isChanged || reason.trim() === ''}>
            {texts.editor.publishVersion(base.number + 1)}
          </Button>
        </div>
        {!isTried && <p className="hint">{texts.editor.replayFirst}</p>}
      </Section>
      <Conflict
        isOpen={isTaken && newest.number > base.number}
        who={texts.editor.author(
          <ActorName actor={newest.publishedBy} />,
          newest.number,
          <Visible text={newest.reason} />,
        )}
        differences={policy ? differencesOf(policy, newest.document) : []}
        onTakeMine={takeMine}
        onTakeTheirs={takeTheirs}
        onClose={() => setOutcome(null)}
      />
      <ConfirmLeave when={isChanged || reason !== ''} />
    </form>
  );
}

function parsePolicy(text: string): { policy: PolicyJson | null; fault: string | null } {
  try {
    const policy: unknown = JSON.parse(text);
    if (typeof policy === 'object' && policy !== null && !Array.isArray(policy)) {
      return { policy: policy as PolicyJson, fault: null };
    }
    return {
      policy: null,
      fault: texts.editor.notAnObject,
    };
  } catch (error) {
    return { policy: null, fault: texts.editor.invalidJson((error as Error).message) };
  }
}
