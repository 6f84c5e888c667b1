import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  AskDocumentsDocument,
  type AskDocumentsMutation,
  CaseToAskDocument,
  type CaseToAskQuery,
} from '../../../web/generated/documents/graphql.ts';
import { Breadcrumb } from '../../../web/kit/breadcrumb.tsx';
import { Form } from '../../../web/kit/form.tsx';
import { newIdempotencyKey } from '../../../web/kit/idempotency-key.ts';
import { PageLink } from '../../../web/kit/link.tsx';
import type { MutationOutcome } from '../../../web/kit/outcome.ts';
import { Page } from '../../../web/kit/page.tsx';
import { useParamsOf } from '../../../web/kit/params.ts';
import { Empty, OutcomeNotice, QueryView } from '../../../web/kit/states.tsx';
import { useMutationOf } from '../../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { useMay } from '../../../web/kit/viewer.ts';
import { AnswerView } from './answer-view.tsx';
import { SourcePanel } from './source-panel.tsx';
import { texts } from './texts.ts';
import { type OpenSourceState, useOpenSource } from './use-open-source.ts';

type AskedCase = NonNullable<CaseToAskQuery['case']>;
type Outcome = MutationOutcome<AskDocumentsMutation>;

const TASKS = Object.entries(texts.ask.tasks).map(([value, label]) => ({ value, label }));
const MAX_QUESTION_LENGTH = 10_000;

/** `/admin/cases/cas_…/ask`: a question about a case, and its answer beside the sources. */
export function Screen() {
  const { caseId } = useParamsOf('/admin/cases/$caseId/ask');
  const query = useQueryOf(CaseToAskDocument, { id: caseId });
  const asked = query.data?.case;
  return (
    <>
      <Breadcrumb
        crumbs={[
          { title: texts.document.cases, to: '/admin/cases' },
          { title: asked?.name ?? caseId, to: `/admin/cases/${caseId}` },
          { title: texts.ask.title },
        ]}
      />
      <Page title={texts.ask.title} lead={asked?.name && texts.ask.of(asked.name)}>
        <QueryView query={query} rows={8}>
          {({ case: found }) => (found ? <AskedCaseView asked={found} /> : <Empty>{texts.ask.notFound}</Empty>)}
        </QueryView>
      </Page>
    </>
  );
}

function AskedCaseView({ asked }: { asked: AskedCase }) {
  const may = useMay();
  if (!asked.canRead) return <Empty>{texts.ask.noAccess}</Empty>;
  if (!may('tasks:run')) return <Empty>{texts.ask.noPermission}</Empty>;
  return <Ask asked={asked} />;
}

function Ask({ asked }: { asked: AskedCase }) {
  const [question, setQuestion] = useState('');
  const [task, setTask] = useState(TASKS[0]!.value);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [send, isUnderWay] = useMutationOf(AskDocumentsDocument, { needsSession: true });
  const state = useOpenSource();
  const keyOf = useRequestKey();
  const submit = async () => {
    const content = question.trim();
    if (content === '' || isUnderWay) return;
    const input = {
      task,
      caseId: asked.id,
      messages: [{ role: 'USER' as const, content }],
      isOneToolAtATime: false,
      seal: false,
    };
    setOutcome(null);
    state.clear();
    const done = await send({ input: { ...input, idempotencyKey: keyOf(JSON.stringify(input)) } });
    // A lost answer is asked for again with the same key, so that it isn't charged twice.
    if (done.kind !== 'FAILURE') keyOf.forget();
    setOutcome(done);
  };
  return (
    <>
      <div className="reading-ask">
        {asked.dataClass === 'LOCAL_ONLY' && <p className="hint">{texts.ask.localOnly}</p>}
        {asked.documentCount === 0 && <p className="hint">{texts.ask.noDocuments}</p>}
        <Form label={texts.ask.title} onSubmit={() => void submit()}>
          <Textarea
            label={texts.ask.question}
            description={texts.ask.questionHint}
            required
            withAsterisk={false}
            rows={3}
            maxLength={MAX_QUESTION_LENGTH}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              void submit();
            }}
          />
          <NativeSelect
            label={texts.ask.how}
            data={TASKS}
            value={task}
            onChange={(event) => setTask(event.currentTarget.value)}
          />
          <div className="actions">
            <Button type="submit" loading={isUnderWay} disabled={question.trim() === ''}>
              {texts.ask.submit}
            </Button>
          </div>
        </Form>
        <p className="hint" role="status">
          {isUnderWay && texts.ask.asking}
          {outcome?.kind === 'DONE' && <span className="only-heard">{texts.ask.answered}</span>}
        </p>
      </div>
      <Result outcome={outcome} state={state} />
    </>
  );
}

function Result({ outcome, state }: { outcome: Outcome | null; state: OpenSourceState }) {
  if (outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'HeldTask') {
    return (
      <div className="notice" data-tone="care" role="alert">
        <p>{texts.ask.held(<RunLink id={outcome.problem.outcome?.runId} />)}</p>
      </div>
    );
  }
  if (outcome?.kind !== 'DONE') return <OutcomeNotice outcome={outcome} />;
  const { answer, outcome: run } = outcome.payload;
  return (
    <div className="reading-beside">
      <section className="reading-main" aria-label={texts.ask.answer}>
        <h2 className="reading-heading">{texts.ask.answer}</h2>
        {run?.isSimulated && <Notice>{texts.ask.simulated}</Notice>}
        {run?.isNotFinal && <Notice>{texts.ask.notFinal}</Notice>}
        {run?.finishReason === 'LENGTH' && <Notice>{texts.ask.cutOff}</Notice>}
        {run?.warnings.map((warning) => (
          <Notice key={warning}>{warning}</Notice>
        ))}
        {answer && <AnswerView answer={answer} state={state} />}
        {run && <p className="hint">{texts.ask.run(<RunLink id={run.runId} />)}</p>}
      </section>
      <SourcePanel state={state} />
    </div>
  );
}

function Notice({ children }: { children: string }) {
  return (
    <div className="notice" data-tone="care">
      <p>{children}</p>
    </div>
  );
}

/** Link to a run, for those who can read runs. */
function RunLink({ id }: { id: string | undefined }) {
  const may = useMay();
  if (id === undefined) return texts.ask.heldRun;
  return may('runs:read') ? <PageLink to={`/admin/runs/${id}`}>{id}</PageLink> : <code>{id}</code>;
}

/** Returns a function that makes the idempotency key of a request: the same one until the request has an answer. */
function useRequestKey(): ((request: string) => string) & { forget(): void } {
  const last = useRef<{ request: string; key: string } | null>(null);
  const keyOf = (request: string) => {
    if (last.current?.request !== request) last.current = { request, key: newIdempotencyKey() };
    return last.current.key;
  };
  return Object.assign(keyOf, {
    forget: () => {
      last.current = null;
    },
  });
}
