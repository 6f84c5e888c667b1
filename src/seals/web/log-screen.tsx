import './seals.css';
import { LogStatusDocument, type LogStatusQuery } from '../../web/generated/seals/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { usePageVisible } from '../../web/kit/use-page-visible.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { CopyButton, Facts, Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { LogCheckSection } from './log-check/log-check.tsx';
import { texts } from './texts.ts';

type Log = NonNullable<LogStatusQuery['transparencyLog']>;

/** `/admin/seals/log`: status, witnesses, identity and public files of the log. */
export function Screen() {
  const query = useQueryOf(LogStatusDocument, {});
  usePageVisible(query.again);
  return (
    <>
      <nav className="seals-back" aria-label={texts.back}>
        <PageLink to="/admin/seals">{texts.list.title}</PageLink>
      </nav>
      <Page title={texts.log.title} lead={texts.log.lead}>
        <QueryView query={query} rows={12}>
          {({ transparencyLog: log }) =>
            log ? (
              <LogSections log={log} />
            ) : (
              <Empty action={<ButtonLink to="/admin/bank">{texts.list.sealPicture}</ButtonLink>}>
                {texts.logLine.empty}
              </Empty>
            )
          }
        </QueryView>
      </Page>
    </>
  );
}

function LogSections({ log }: { log: Log }) {
  return (
    <>
      {log.frozen && (
        <div className="notice" data-tone="bad" role="alert">
          <p>{texts.logLine.frozen(log.frozen)}</p>
        </div>
      )}
      <Section title={texts.log.status}>
        <Facts
          items={[
            [
              texts.log.status,
              <StatusBadge key="state" tone={log.frozen ? 'bad' : 'plain'}>
                {log.frozen ? texts.log.frozen : texts.log.active}
              </StatusBadge>,
            ],
            [
              texts.log.entries,
              <span key="entries" className="number">
                {texts.number(log.size)}
              </span>,
            ],
            [texts.log.lastCheckpoint, <Checkpoint key="last" checkpoint={log.checkpoint} entries={log.size} />],
            [texts.log.rootHash, log.checkpoint && <Id value={log.checkpoint.root} copies />],
            [
              texts.log.cosigned,
              log.cosigned ? (
                <Checkpoint key="cosigned" checkpoint={log.cosigned} entries={log.size} />
              ) : log.witnesses.length === 0 ? (
                texts.log.noWitness
              ) : (
                texts.log.notCosigned
              ),
            ],
          ]}
        />
      </Section>
      <Section title={texts.witnesses.title}>
        <Witnesses log={log} />
      </Section>
      <Section title={texts.log.identity}>
        <Facts
          items={[
            [texts.log.name, <Id key="name" value={log.origin} copies />],
            [
              texts.log.publicKey,
              <span key="key" className="id-with">
                <span className="id">{log.verifierKey}</span>
                <CopyButton text={log.verifierKey} what="key" />
              </span>,
            ],
            [texts.log.opened, <When key="opened" at={log.openedAt} />],
            [texts.log.earlierLogs, log.previousLogs.length > 0 ? log.previousLogs.join(', ') : null],
          ]}
        />
      </Section>
      {log.checkpoint && <LogCheckSection />}
      <Section title={texts.log.publicFiles}>
        <p className="hint">{texts.log.publicFilesHint}</p>
        <ul className="plain rows">
          {PUBLIC.map(([path, what]) => (
            <li key={path}>
              <a href={path}>
                <code>{path}</code>
              </a>
              <span className="hint">{what}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

const PUBLIC: readonly (readonly [path: string, what: string])[] = [
  ['/log/checkpoint', texts.log.files.checkpoint],
  ['/log/checkpoints', texts.log.files.checkpoints],
  ['/log', texts.log.files.log],
  ['/.well-known/imprimatur/trust.json', texts.log.files.trust],
  ['/.well-known/imprimatur/tlog-policy', texts.log.files.policy],
  ['/verifier.html', texts.log.files.verifier],
];

function Checkpoint({
  checkpoint,
  entries,
}: {
  checkpoint: { size: number; publishedAt?: string | null } | null | undefined;
  entries: number;
}) {
  if (!checkpoint) return texts.log.noCheckpoint;
  const behind = entries - checkpoint.size;
  return (
    <>
      {texts.log.checkpoint(
        checkpoint.size,
        checkpoint.publishedAt ? (
          <When at={checkpoint.publishedAt} />
        ) : (
          <span className="unknown">{texts.log.timeUnknown}</span>
        ),
      )}
      {behind > 0 && <span className="hint"> {texts.log.addedSince(behind)}</span>}
    </>
  );
}

function Witnesses({ log: { witnesses, quorum } }: { log: Log }) {
  if (witnesses.length === 0) return <p>{texts.witnesses.empty(<code>WITNESSES</code>)}</p>;
  return (
    <>
      <p className="hint">{quorum === 0 ? texts.witnesses.optional : texts.witnesses.required(quorum)}</p>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{texts.witnesses.witness}</th>
            <th scope="col">{texts.witnesses.status}</th>
            <th scope="col">{texts.witnesses.lastCosigned}</th>
          </tr>
        </thead>
        <tbody>
          {witnesses.map(({ name, cosignedSize, cosignedAt, dispute }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-title={texts.witnesses.status}>
                {dispute ? (
                  <>
                    <StatusBadge tone="bad">{texts.witnesses.disputes}</StatusBadge>
                    <p className="hint">{dispute}</p>
                  </>
                ) : cosignedSize == null ? (
                  <StatusBadge tone="care">{texts.witnesses.nothingCosigned}</StatusBadge>
                ) : (
                  <StatusBadge>{texts.witnesses.cosigns}</StatusBadge>
                )}
              </td>
              <td data-title={texts.witnesses.lastCosigned}>
                {cosignedSize == null ? (
                  <span className="unknown">{texts.witnesses.never}</span>
                ) : (
                  texts.witnesses.cosigned(cosignedSize, <When key="at" at={cosignedAt} />)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
