import { AuditEntryByIdDocument, type AuditEntryByIdQuery } from '../../web/generated/audit/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { texts } from './texts.ts';

type Entry = Extract<AuditEntryByIdQuery['node'], { __typename: 'AuditEntry' }>;

/** Screen `/admin/audit/aud_…`: one audit entry, shown over the list. */
export function Screen() {
  const { entryId } = useParamsOf('/admin/audit/$entryId');
  const query = useQueryOf(AuditEntryByIdDocument, { id: entryId });
  return (
    <Detail title={texts.entry.title} back="/admin/audit">
      <QueryView query={query} rows={8}>
        {({ node }) =>
          node?.__typename === 'AuditEntry' ? <EntryFacts entry={node} /> : <Empty>{texts.entry.notFound}</Empty>
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
          [texts.entry.action, <code key="action">{entry.action}</code>],
          [texts.entry.outcome, <OutcomeBadge key="outcome" {...entry} />],
          [texts.entry.time, <When key="when" at={entry.happenedAt} />],
          [texts.entry.actor, <ActorName key="who" actor={entry.actor} copies />],
          [texts.entry.onBehalfOf, entry.onBehalfOf && <ActorName actor={entry.onBehalfOf} copies />],
          [texts.entry.credentialKind, entry.credentialKind && enumLabel(entry.credentialKind)],
          [texts.entry.credential, entry.credentialId && <Id value={entry.credentialId} copies />],
          [texts.entry.issuedBy, entry.credentialIssuedBy && <ActorName actor={entry.credentialIssuedBy} copies />],
          [texts.entry.network, entry.network && <code>{entry.network}</code>],
          [texts.entry.request, <Id key="request" value={entry.requestId} copies />],
          [
            texts.entry.subjects,
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
            texts.entry.chain,
            chainEntry
              ? chainEntry.anchoredAt
                ? texts.entry.anchored(chainEntry.seq, <When at={chainEntry.anchoredAt} />)
                : texts.entry.notAnchored(chainEntry.seq)
              : texts.entry.notLinked,
          ],
        ]}
      />
      <Section title={texts.entry.changes}>
        {changes.length === 0 ? (
          <p className="hint">{texts.entry.noChanges}</p>
        ) : (
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{texts.entry.field}</th>
                <th scope="col">{texts.entry.before}</th>
                <th scope="col">{texts.entry.after}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ subjectId, field, before, after }) => (
                <tr key={`${subjectId} ${field}`}>
                  <th scope="row" title={subjectId}>
                    {field}
                  </th>
                  <td data-title={texts.entry.before}>
                    <AuditedValue value={before} />
                  </td>
                  <td data-title={texts.entry.after}>
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
  if (value === null || value === undefined) return <span className="unknown">{texts.entry.none}</span>;
  return <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
