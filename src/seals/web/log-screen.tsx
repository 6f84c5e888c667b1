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

/** `/admin/seals/log`: how the log stands, and what of it anybody can look at. */
export function Screen() {
  const query = useQueryOf(LogNowDocument, {});
  usePageVisible(query.again);
  return (
    <>
      <nav className="seals-back" aria-label="Back">
        <PageLink to="/admin/seals">Seals</PageLink>
      </nav>
      <Page
        title="The log"
        lead="Every seal stands in it, and what became of each. It only grows, and anybody can audit it."
      >
        <QueryView query={query} rows={12}>
          {({ transparencyLog: log }) =>
            log ? (
              <Parts log={log} />
            ) : (
              <Empty action={<ButtonLink to="/admin/bank">Seal a picture of the bank</ButtonLink>}>
                The log begins with the first seal.
              </Empty>
            )
          }
        </QueryView>
      </Page>
    </>
  );
}

function Parts({ log }: { log: Log }) {
  return (
    <>
      {log.frozen && (
        <div className="notice" data-tone="bad" role="alert">
          <p>The log is frozen, so nothing can be sealed. {log.frozen}</p>
        </div>
      )}
      <Section title="How it stands">
        <Facts
          items={[
            [
              'State',
              <StatusBadge key="state" tone={log.frozen ? 'bad' : 'plain'}>
                {log.frozen ? 'Frozen' : 'Written'}
              </StatusBadge>,
            ],
            [
              'Entries',
              <span key="entries" className="number">
                {log.size.toLocaleString('en')}
              </span>,
            ],
            ['Last checkpoint', <Checkpoint key="last" checkpoint={log.checkpoint} entries={log.size} />],
            ['Root of its tree', log.checkpoint && <Id value={log.checkpoint.root} copies />],
            [
              'Cosigned',
              log.cosigned ? (
                <Checkpoint key="cosigned" checkpoint={log.cosigned} entries={log.size} />
              ) : log.witnesses.length === 0 ? (
                'By nobody: no witness is set'
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
      <Section title="What it is known by">
        <Facts
          items={[
            ['Name', <Id key="name" value={log.origin} copies />],
            [
              'Its key',
              <span key="key" className="id-with">
                <span className="id">{log.verifierKey}</span>
                <CopyButton text={log.verifierKey} what="key" />
              </span>,
            ],
            ['Opened', <When key="opened" at={log.openedAt} />],
            ['Follows', log.earlier.length > 0 ? log.earlier.join(', ') : null],
          ]}
        />
      </Section>
      {log.checkpoint && <LogCheckSection />}
      <Section title="For everybody">
        <p className="hint">What auditors and witnesses read, in the form of C2SP tlog-tiles.</p>
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
  ['/log/checkpoint', 'the newest checkpoint, with the cosignatures it has'],
  ['/log/checkpoints', 'every checkpoint there ever was'],
  ['/log', 'its name, its key and its first entry'],
  ['/.well-known/imprimatur/trust.json', 'the keys to judge seals by; best kept from an earlier day'],
  ['/.well-known/imprimatur/tlog-policy', 'whose cosignatures to ask for'],
  ['/verifier.html', 'the verifier, which works from disk'],
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
      {checkpoint.publishedAt ? <When at={checkpoint.publishedAt} /> : <span className="unknown">unknown when</span>}
      {behind > 0 && <span className="hint"> {behind.toLocaleString('en')} have come since</span>}
    </>
  );
}

function Witnesses({ log: { witnesses, quorum } }: { log: Log }) {
  if (witnesses.length === 0)
    return (
      <p>
        None is set: nobody else has seen that this log tells everybody the same. <code>WITNESSES</code> names them when
        the service is started.
      </p>
    );
  return (
    <>
      <p className="hint">
        {quorum === 0
          ? 'A reader is told of their cosignatures, and to insist on none.'
          : `A reader is told to ask for ${quorum} of them.`}
      </p>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">Witness</th>
            <th scope="col">State</th>
            <th scope="col">Cosigned last</th>
          </tr>
        </thead>
        <tbody>
          {witnesses.map(({ name, cosignedSize, cosignedAt, dispute }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-title="State">
                {dispute ? (
                  <>
                    <StatusBadge tone="bad">Disputes the log</StatusBadge>
                    <p className="hint">{dispute}</p>
                  </>
                ) : cosignedSize == null ? (
                  <StatusBadge tone="care">Has cosigned nothing</StatusBadge>
                ) : (
                  <StatusBadge>Cosigns</StatusBadge>
                )}
              </td>
              <td data-title="Cosigned last">
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
