import { AuditEntryByIdDocument, type AuditEntryByIdQuery } from '../../web/generated/audit/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

type Entry = Extract<AuditEntryByIdQuery['node'], { __typename: 'AuditEntry' }>;

/** `/admin/audit/aud_…`: one entry, over the list. */
export function Screen() {
  const { entryId } = useParamsOf('/admin/audit/$entryId');
  const query = useQueryOf(AuditEntryByIdDocument, { id: entryId });
  return (
    <Detail title="Audit entry" back="/admin/audit">
      <QueryView query={query} rows={8}>
        {({ node }) =>
          node?.__typename === 'AuditEntry' ? <EntryFacts entry={node} /> : <Empty>There is no such entry.</Empty>
        }
      </QueryView>
    </Detail>
  );
}

function EntryFacts({ entry }: { entry: Entry }) {
  const { chainEntry, changes, subjectIds } = entry;
  return (
    <>
      <Facts
        items={[
          ['What', <code key="action">{entry.action}</code>],
          ['Outcome', <OutcomeBadge key="outcome" {...entry} />],
          ['When', <When key="when" at={entry.happenedAt} />],
          ['Who', <ActorName key="who" actor={entry.actor} copies />],
          ['For', entry.onBehalfOf && <ActorName actor={entry.onBehalfOf} copies />],
          ['By', entry.credentialKind && enumLabel(entry.credentialKind)],
          ['Credential', entry.credentialId && <Id value={entry.credentialId} copies />],
          ['Issued by', entry.credentialIssuedBy && <ActorName actor={entry.credentialIssuedBy} copies />],
          ['From', entry.network && <code>{entry.network}</code>],
          ['Request', <Id key="request" value={entry.requestId} copies />],
          [
            'To what',
            subjectIds.length > 0 && (
              <ul className="plain">
                {subjectIds.map((id) => (
                  <li key={id}>
                    <Id value={id} copies />
                  </li>
                ))}
              </ul>
            ),
          ],
          [
            'In the chain',
            chainEntry ? (
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
            ) : (
              'Not linked yet; that takes a moment'
            ),
          ],
        ]}
      />
      <Section title="Changes">
        {changes.length === 0 ? (
          <p className="hint">Nothing that may be told was changed.</p>
        ) : (
          <table className="data">
            <thead>
              <tr>
                <th scope="col">Of</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ subjectId, field, before, after }) => (
                <tr key={`${subjectId} ${field}`}>
                  <th scope="row" title={subjectId}>
                    {field}
                  </th>
                  <td data-title="Before">
                    <AuditedValue value={before} />
                  </td>
                  <td data-title="After">
                    <AuditedValue value={after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </>
  );
}

function AuditedValue({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="unknown">none</span>;
  return <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
