import { RunByIdDocument, type RunByIdQuery } from '../../web/generated/gateway/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { CopyButton, enumLabel, Facts, Id, Money, StatusBadge, When } from '../../web/kit/values.tsx';
import { lookUpAsCurl, runAgainAsCurl } from './as-curl.ts';
import { Candidates } from './candidates.tsx';
import { Duration, RunOutcome } from './run-status.tsx';
import { Waterfall } from './waterfall.tsx';

type Run = Extract<RunByIdQuery['node'], { __typename: 'Run' }>;

/** `/admin/runs/run_…`: one run, and everything that is known of it. */
export function Screen() {
  const { runId } = useParamsOf('/admin/runs/$runId');
  const query = useQueryOf(RunByIdDocument, { id: runId });
  const run = query.data?.node?.__typename === 'Run' ? query.data.node : null;
  return (
    <Page
      title="Run"
      lead={<Id value={runId} copies />}
      actions={
        run && (
          <>
            <CopyButton
              text={lookUpAsCurl(location.origin, RunByIdDocument.toString(), run.id)}
              what="command"
              label="Copy as curl"
            />
            <CopyButton
              text={runAgainAsCurl(location.origin, run)}
              what="command"
              label="Copy a call of this task as curl"
            />
          </>
        )
      }
    >
      <PageLink to="/admin/runs" search="KEEP">
        Back to the log
      </PageLink>
      <QueryView query={query} rows={16}>
        {({ node }) => (node?.__typename === 'Run' ? <RunSections run={node} /> : <Empty>There is no such run.</Empty>)}
      </QueryView>
    </Page>
  );
}

function RunSections({ run }: { run: Run }) {
  return (
    <>
      {run.isSimulated && (
        <div className="notice" data-tone="care">
          <p>Simulated: the sandbox answered this, and no model. Nothing left the service, and nothing was paid.</p>
        </div>
      )}
      <Section title="What was run">
        <Facts
          items={[
            [
              'Task',
              <span key="task">
                <code>{run.task}</code> version {run.taskVersion}
              </span>,
            ],
            ['Outcome', <RunOutcome key="outcome" {...run} />],
            ['Ended by', run.finishReason && enumLabel(run.finishReason)],
            ['Schema', run.outputMismatch && SCHEMA_MISSES[run.outputMismatch]],
            ['Began', <When key="began" at={run.startedAt} />],
            ['Took', <Duration key="took" ms={run.durationMs} />],
            ['To the first part', run.firstPartMs != null && <Duration ms={run.firstPartMs} />],
            ['Of ours', run.overheadMs != null && <Duration ms={run.overheadMs} />],
            ['By', `${enumLabel(run.surface)}${run.isStreamed ? ', piece by piece' : ''}`],
            ['Asked by', <ActorName key="asked" actor={run.requestedBy} copies />],
            ['Customer', <Id key="customer" value={run.customerId} copies />],
            ['Customer’s key', run.customerKeyId && <Id value={run.customerKeyId} copies />],
          ].map(([term, value]) => [term as string, value || null])}
        />
      </Section>
      <Section title="Tries">
        <Waterfall run={run} />
      </Section>
      <Section title="Why it went there">
        {run.decision ? (
          <>
            {run.decision.refusal && (
              <div className="notice" data-tone="care">
                <p>{run.decision.refusal.sentence}</p>
              </div>
            )}
            <Candidates
              from={run.task}
              hint={`policy ${run.policyVersion}, catalogue ${run.catalogueVersion}`}
              {...run.decision}
            />
          </>
        ) : (
          <p className="hint">{run.explanation ?? 'The decision is not kept for this run.'}</p>
        )}
      </Section>
      <Section title="Cost and tokens">
        <Facts items={moneyOf(run)} />
      </Section>
      <Section title="What guards it">
        <Facts items={guardsOf(run)} />
      </Section>
    </>
  );
}

function moneyOf(run: Run): Parameters<typeof Facts>[0]['items'] {
  const taken = run.decision?.path[0];
  const most = run.decision?.candidates.find(({ deployment }) => deployment === taken)?.mostMicros;
  return [
    ['At most, before', <Money key="most" micros={most} />],
    ['At the provider', <Money key="cost" micros={run.costMicros} isEstimated={run.isEstimated} />],
    ['Cost by', run.costSource && COST_SOURCES[run.costSource]],
    ['Charged', <Money key="charged" micros={run.chargedMicros} />],
    ['Possible cost, not charged', <Money key="possible" micros={run.possibleCostMicros} />],
    ...reportedOf(run),
    ['Key shown', run.credentialSource && KEYS[run.credentialSource]],
    ['Provider’s key', run.providerKeyId && <Id value={run.providerKeyId} copies />],
    ['Tokens in', <Count key="in" value={run.inputTokens} total={run.cachedInputTokens} what="known to it still" />],
    ['Written into a cache', run.cacheWriteTokens?.toLocaleString('en-US')],
    ['Tokens out', <Count key="out" value={run.outputTokens} total={run.reasoningTokens} what="thought, not said" />],
    ['Pictures', run.images],
    ['Bytes', `${run.inputBytes} in, ${run.outputBytes ?? 'unknown'} out`],
    ['Soft cap', run.isPastSoftCap ? 'The account was beyond it' : 'Not reached'],
  ];
}

/** Where a provider reported more than the request could use or cost, which was not charged. */
function reportedOf({ usageDiscrepancy }: Run): Parameters<typeof Facts>[0]['items'] {
  if (!usageDiscrepancy) return [];
  const { deployment, reportedInputTokens, reportedOutputTokens, reportedImages, reportedCostMicros } =
    usageDiscrepancy;
  const counts = [
    reportedInputTokens !== null && `${reportedInputTokens} tokens in`,
    reportedOutputTokens !== null && `${reportedOutputTokens} tokens out`,
    reportedImages !== null && `${reportedImages} pictures`,
  ].filter(Boolean);
  return [
    [
      'Reported usage',
      <span key="reported">
        {deployment} reported {counts.join(', ') || 'no usage'}, at a cost of <Money micros={reportedCostMicros} />:
        more than the request could use or cost
      </span>,
    ],
  ];
}

const SCHEMA_MISSES = {
  NOT_JSON: 'Missed: the answer isn’t JSON',
  UNFIT: 'Missed: the answer doesn’t fit it',
  UNCHECKED: 'The answer couldn’t be checked',
} as const;

const COST_SOURCES = {
  PROVIDER: 'The provider’s report',
  PRICE_LIST: 'The price list',
  ESTIMATE: 'The price list, with tokens counted here',
} as const;

const KEYS = {
  SERVICE: 'This service’s',
  CUSTOMER: 'The customer’s own',
  SANDBOX: 'None: simulated',
  EMBEDDED: 'None: drawn by the engine of this service',
} as const;

function Count({ value, total, what }: { value?: number | null; total?: number | null; what: string }) {
  if (value === null || value === undefined) return <span className="unknown">unknown</span>;
  return (
    <span className="number">
      {value.toLocaleString('en-US')}
      {total ? (
        <span className="hint">
          , of these {total.toLocaleString('en-US')} {what}
        </span>
      ) : null}
    </span>
  );
}

function guardsOf(run: Run): Parameters<typeof Facts>[0]['items'] {
  const { redaction, approval, seal, chainEntry } = run;
  const found = redaction?.counts.map(({ kind, count }) => `${count} × ${enumLabel(kind).toLowerCase()}`);
  return [
    [
      'Redaction',
      !found
        ? 'Nothing was looked for'
        : found.length === 0
          ? 'Nothing personal was found'
          : `Taken out: ${found.join(', ')}`,
    ],
    ['Data', run.decision && enumLabel(run.decision.dataClass)],
    [
      'Gate',
      approval ? (
        <>
          <StatusBadge>{enumLabel(approval.state)}</StatusBadge>{' '}
          <PageLink to={`/admin/approvals/${approval.id}`}>{approval.title}</PageLink>
        </>
      ) : run.isHeld ? (
        'Held for approval'
      ) : (
        'Not held'
      ),
    ],
    ['Final', run.isNotFinal ? 'No: a person has to look at it first' : 'Yes'],
    [
      'Seal',
      seal ? (
        <>
          <PageLink to={`/admin/seals/${seal.id}`}>{seal.id}</PageLink>{' '}
          <span className="hint">{enumLabel(seal.status).toLowerCase()}</span>
        </>
      ) : (
        'Not sealed'
      ),
    ],
    ['SHA-256 of input', <Digest key="input" value={run.inputSha256} />],
    ['SHA-256 of output', run.outputSha256 && <Id value={run.outputSha256} copies />],
    [
      'In the chain',
      !chainEntry ? (
        'Not linked yet; that takes a moment'
      ) : (
        <>
          Entry {chainEntry.seq},{' '}
          {chainEntry.anchoredAt ? (
            <>
              in the transparency log since <When at={chainEntry.anchoredAt} />
            </>
          ) : (
            'not yet in the transparency log'
          )}
        </>
      ),
    ],
  ];
}

function Digest({ value }: { value?: string | null }) {
  return value ? <Id value={value} copies /> : <span className="unknown">erased</span>;
}
