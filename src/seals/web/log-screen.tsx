import './seals.css';
import { LogNowDocument, type LogNowQuery } from '../../web/generated/seals/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { usePageVisible } from '../../web/kit/use-page-visible.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { CopyButton, Facts, Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { LogCheckSection } from './log-check/log-check.tsx';

type Log = NonNullable<LogNowQuery['transparencyLog']>;

/** `/admin/seals/log`: status, witnesses, identity and public files of the log. */
export function Screen() {
  const query = useQueryOf(LogNowDocument, {});
  usePageVisible(query.again);
  return (
    <>
      <nav className="seals-back" aria-label="Back">
        <PageLink to="/admin/seals">Seals</PageLink>
      </nav>
      <Page
        title="Transparency log"
        lead="Append-only record of every seal and every change of its status. Anyone can audit it."
      >
        <QueryView query={query} rows={12}>
          {({ transparencyLog: log }) =>
            log ? (
              <LogSections log={log} />
            ) : (
              <Empty action={<ButtonLink to="/admin/bank">Seal a picture</ButtonLink>}>
                The log starts with the first seal.
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
          <p>The log is frozen: no new seal can be created. {log.frozen}</p>
        </div>
      )}
      <Section title="Status">
        <Facts
          items={[
            [
              'Status',
              <StatusBadge key="state" tone={log.frozen ? 'bad' : 'plain'}>
                {log.frozen ? 'Frozen' : 'Active'}
              </StatusBadge>,
            ],
            [
              'Entries',
              <span key="entries" className="number">
                {log.size.toLocaleString('en')}
              </span>,
            ],
            ['Last checkpoint', <Checkpoint key="last" checkpoint={log.checkpoint} entries={log.size} />],
            ['Root hash', log.checkpoint && <Id value={log.checkpoint.root} copies />],
            [
              'Cosigned',
              log.cosigned ? (
                <Checkpoint key="cosigned" checkpoint={log.cosigned} entries={log.size} />
              ) : log.witnesses.length === 0 ? (
                'No witness configured'
              ) : (
                'Not yet'
              ),
            ],
          ]}
        />
      </Section>
      <Section title="Witnesses">
        <Witnesses log={log} />
      </Section>
      <Section title="Identity">
        <Facts
          items={[
            ['Name', <Id key="name" value={log.origin} copies />],
            [
              'Public key',
              <span key="key" className="id-with">
                <span className="id">{log.verifierKey}</span>
                <CopyButton text={log.verifierKey} what="key" />
              </span>,
            ],
            ['Opened', <When key="opened" at={log.openedAt} />],
            ['Earlier logs', log.earlier.length > 0 ? log.earlier.join(', ') : null],
          ]}
        />
      </Section>
      {log.checkpoint && <LogCheckSection />}
      <Section title="Public files">
        <p className="hint">Files for auditors and witnesses, in the C2SP tlog-tiles format.</p>
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
  ['/log/checkpoint', 'newest checkpoint, with its cosignatures'],
  ['/log/checkpoints', 'all checkpoints'],
  ['/log', 'name, key and first entry of the log'],
  ['/.well-known/imprimatur/trust.json', 'keys for checking seals; save it early and reuse your copy'],
  ['/.well-known/imprimatur/tlog-policy', 'witnesses whose cosignatures a reader should require'],
  ['/verifier.html', 'verifier page; works offline from disk'],
];

function Checkpoint({
  checkpoint,
  entries,
}: {
  checkpoint: { size: number; publishedAt?: string | null } | null | undefined;
  entries: number;
}) {
  if (!checkpoint) return <>None yet</>;
  const behind = entries - checkpoint.size;
  return (
    <>
      of <span className="number">{checkpoint.size.toLocaleString('en')}</span> entries,{' '}
      {checkpoint.publishedAt ? <When at={checkpoint.publishedAt} /> : <span className="unknown">time unknown</span>}
      {behind > 0 && <span className="hint"> {behind.toLocaleString('en')} added since</span>}
    </>
  );
}

function Witnesses({ log: { witnesses, quorum } }: { log: Log }) {
  if (witnesses.length === 0)
    return (
      <p>
        No witness is configured, so no other party confirms that this log shows all readers the same entries. To add
        witnesses, set <code>WITNESSES</code> and restart the service.
      </p>
    );
  return (
    <>
      <p className="hint">
        {quorum === 0
          ? 'The trust file lists their cosignatures as optional.'
          : `The trust file requires cosignatures of ${quorum} of them.`}
      </p>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">Witness</th>
            <th scope="col">Status</th>
            <th scope="col">Last cosigned</th>
          </tr>
        </thead>
        <tbody>
          {witnesses.map(({ name, cosignedSize, cosignedAt, dispute }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-title="Status">
                {dispute ? (
                  <>
                    <StatusBadge tone="bad">Disputes the log</StatusBadge>
                    <p className="hint">{dispute}</p>
                  </>
                ) : cosignedSize == null ? (
                  <StatusBadge tone="care">Nothing cosigned yet</StatusBadge>
                ) : (
                  <StatusBadge>Cosigns</StatusBadge>
                )}
              </td>
              <td data-title="Last cosigned">
                {cosignedSize == null ? (
                  <span className="unknown">never</span>
                ) : (
                  <>
                    {cosignedSize.toLocaleString('en')} entries, <When at={cosignedAt} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
