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
import { RunCitations } from './run-citations.tsx';
import { Duration, RunOutcome } from './run-status.tsx';
import { texts } from './texts.ts';
import { Waterfall } from './waterfall.tsx';

type Run = Extract<RunByIdQuery['node'], { __typename: 'Run' }>;

/** `/admin/runs/run_…`: details of one run. */
export function Screen() {
  const { runId } = useParamsOf('/admin/runs/$runId');
  const query = useQueryOf(RunByIdDocument, { id: runId });
  const run = query.data?.node?.__typename === 'Run' ? query.data.node : null;
  return (
    <Page
      title={texts.run.title}
      lead={<Id value={runId} copies />}
      actions={
        run && (
          <>
            <CopyButton
              text={lookUpAsCurl(location.origin, RunByIdDocument.toString(), run.id)}
              what="command"
              label={texts.run.copyCurl}
            />
            <CopyButton text={runAgainAsCurl(location.origin, run)} what="command" label={texts.run.copyTaskCurl} />
          </>
        )
      }
    >
      <PageLink to="/admin/runs" search="KEEP">
        {texts.run.back}
      </PageLink>
      <QueryView query={query} rows={16}>
        {({ node }) => (node?.__typename === 'Run' ? <RunSections run={node} /> : <Empty>{texts.run.notFound}</Empty>)}
      </QueryView>
    </Page>
  );
}

function RunSections({ run }: { run: Run }) {
  return (
    <>
      {run.isSimulated && (
        <div className="notice" data-tone="care">
          <p>{texts.run.simulatedNotice}</p>
        </div>
      )}
      <Section title={texts.run.request}>
        <Facts
          items={[
            [texts.run.task, <span key="task">{texts.run.taskVersion(<code>{run.task}</code>, run.taskVersion)}</span>],
            [texts.run.outcome, <RunOutcome key="outcome" {...run} />],
            [texts.run.finishReason, run.finishReason && enumLabel(run.finishReason)],
            [texts.run.schema, run.outputMismatch && texts.schemaMismatch[run.outputMismatch]],
            [texts.run.started, <When key="began" at={run.startedAt} />],
            [texts.run.duration, <Duration key="took" ms={run.durationMs} />],
            [texts.run.firstPart, run.firstPartMs != null && <Duration ms={run.firstPartMs} />],
            [texts.run.overhead, run.overheadMs != null && <Duration ms={run.overheadMs} />],
            [texts.run.surface, `${enumLabel(run.surface)}${run.isStreamed ? texts.run.streamed : ''}`],
            [texts.run.requestedBy, <ActorName key="asked" actor={run.requestedBy} copies />],
            [texts.run.customer, <Id key="customer" value={run.customerId} copies />],
            [texts.run.customerKey, run.customerKeyId && <Id value={run.customerKeyId} copies />],
          ].map(([term, value]) => [term as string, value || null])}
        />
      </Section>
      <Section title={texts.run.attempts}>
        <Waterfall run={run} />
      </Section>
      <Section title={texts.run.decision}>
        {run.decision ? (
          <>
            {run.decision.refusal && (
              <div className="notice" data-tone="care">
                <p>{run.decision.refusal.sentence}</p>
              </div>
            )}
            <Candidates
              from={run.task}
              hint={texts.run.decidedBy(run.policyVersion, run.catalogueVersion)}
              {...run.decision}
            />
          </>
        ) : (
          <p className="hint">{run.explanation ?? texts.run.noDecision}</p>
        )}
      </Section>
      {run.citations && (
        <Section title={texts.citations.title}>
          <RunCitations citations={run.citations} />
        </Section>
      )}
      <Section title={texts.run.costAndTokens}>
        <Facts items={moneyOf(run)} />
      </Section>
      <Section title={texts.run.safeguards}>
        <Facts items={guardsOf(run)} />
      </Section>
    </>
  );
}

function moneyOf(run: Run): Parameters<typeof Facts>[0]['items'] {
  const taken = run.decision?.path[0];
  const most = run.decision?.candidates.find(({ deployment }) => deployment === taken)?.maxCostMicros;
  return [
    [texts.run.estimatedMaximum, <Money key="most" micros={most} />],
    [texts.run.providerCost, <Money key="cost" micros={run.costMicros} isEstimated={run.isEstimated} />],
    [texts.run.costSource, run.costSource && texts.costSource[run.costSource]],
    [texts.run.charged, <Money key="charged" micros={run.chargedMicros} />],
    [texts.run.possibleCost, <Money key="possible" micros={run.possibleCostMicros} />],
    ...reportedOf(run),
    [texts.run.providerKeyKind, run.credentialSource && texts.keyKind[run.credentialSource]],
    [texts.run.providerKeyId, run.providerKeyId && <Id value={run.providerKeyId} copies />],
    [
      texts.run.inputTokens,
      <Count key="in" value={run.inputTokens} total={run.cachedInputTokens} what={texts.run.cached} />,
    ],
    [texts.run.cacheWrites, run.cacheWriteTokens?.toLocaleString('en-US')],
    [
      texts.run.outputTokens,
      <Count key="out" value={run.outputTokens} total={run.reasoningTokens} what={texts.run.reasoning} />,
    ],
    [texts.run.pictures, run.images],
    [texts.run.bytes, texts.run.byteCounts(run.inputBytes, run.outputBytes)],
    [texts.run.softCap, run.isPastSoftCap ? texts.run.softCapReached : texts.run.softCapNotReached],
  ];
}

/** A provider's report that exceeds what the request could use or cost. The excess was not charged. */
function reportedOf({ usageDiscrepancy }: Run): Parameters<typeof Facts>[0]['items'] {
  if (!usageDiscrepancy) return [];
  const { deployment, reportedInputTokens, reportedOutputTokens, reportedImages, reportedCostMicros } =
    usageDiscrepancy;
  const counts = [
    reportedInputTokens !== null && texts.run.reportedInput(reportedInputTokens),
    reportedOutputTokens !== null && texts.run.reportedOutput(reportedOutputTokens),
    reportedImages !== null && texts.run.reportedImages(reportedImages),
  ].filter(Boolean);
  return [
    [
      texts.run.reportedUsage,
      <span key="reported">
        {texts.run.discrepancy(
          deployment,
          counts.join(', ') || texts.run.noUsage,
          <Money micros={reportedCostMicros} />,
        )}
      </span>,
    ],
  ];
}

function Count({ value, total, what }: { value?: number | null; total?: number | null; what: string }) {
  if (value === null || value === undefined) return <span className="unknown">{texts.common.unknown}</span>;
  return (
    <span className="number">
      {value.toLocaleString('en-US')}
      {total ? <span className="hint">{texts.run.ofWhich(total.toLocaleString('en-US'), what)}</span> : null}
    </span>
  );
}

function guardsOf(run: Run): Parameters<typeof Facts>[0]['items'] {
  const { redaction, approval, seal, chainEntry } = run;
  const found = redaction?.counts.map(({ kind, count }) => `${count} × ${enumLabel(kind).toLowerCase()}`);
  return [
    [
      texts.run.redaction,
      !found
        ? texts.run.notSearched
        : found.length === 0
          ? texts.run.nothingFound
          : texts.run.redacted(found.join(', ')),
    ],
    [texts.run.dataClass, run.decision && enumLabel(run.decision.dataClass)],
    [
      texts.run.approval,
      approval ? (
        <>
          <StatusBadge>{enumLabel(approval.state)}</StatusBadge>{' '}
          <PageLink to={`/admin/approvals/${approval.id}`}>{approval.title}</PageLink>
        </>
      ) : run.isHeld ? (
        texts.run.held
      ) : (
        texts.run.notHeld
      ),
    ],
    [texts.run.final, run.isNotFinal ? texts.run.notFinal : texts.run.isFinal],
    [
      texts.run.seal,
      seal ? (
        <>
          <PageLink to={`/admin/seals/${seal.id}`}>{seal.id}</PageLink>{' '}
          <span className="hint">{enumLabel(seal.status).toLowerCase()}</span>
        </>
      ) : (
        texts.run.notSealed
      ),
    ],
    [texts.run.inputHash, <Digest key="input" value={run.inputSha256} />],
    [texts.run.outputHash, run.outputSha256 && <Id value={run.outputSha256} copies />],
    [
      texts.run.chain,
      !chainEntry
        ? texts.run.notLinked
        : chainEntry.anchoredAt
          ? texts.run.anchored(chainEntry.seq, <When at={chainEntry.anchoredAt} />)
          : texts.run.notAnchored(chainEntry.seq),
    ],
  ];
}

function Digest({ value }: { value?: string | null }) {
  return value ? <Id value={value} copies /> : <span className="unknown">{texts.run.erased}</span>;
}
