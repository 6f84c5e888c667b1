import type { LogNowQuery } from '../../web/generated/seals/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import type { QueryState } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';

/** One line with the status of the log. Empty while it loads. */
export function LogLine({ query: { data } }: { query: QueryState<LogNowQuery> }) {
  const log = data?.transparencyLog;
  if (!log) return <p className="seals-log-line">{data ? 'The log starts with the first seal.' : ' '}</p>;
  const { frozen, checkpoint, witnesses, size, origin } = log;
  const disputing = witnesses.filter(({ dispute }) => dispute);
  return (
    <>
      {frozen && (
        <div className="notice" data-tone="bad" role="alert">
          <p>The log is frozen: no new seal can be created. {frozen}</p>
        </div>
      )}
      <p className="seals-log-line">
        <PageLink to="/admin/seals/log">
          <code>{origin}</code>
        </PageLink>
        <span>
          <span className="number">{size.toLocaleString('en')}</span> {size === 1 ? 'entry' : 'entries'}
        </span>
        <span>
          {checkpoint ? (
            <>
              last checkpoint <When at={checkpoint.publishedAt} ago />
            </>
          ) : (
            'no checkpoint yet'
          )}
        </span>
        <span>
          {witnesses.length === 0
            ? 'no witness configured'
            : `${witnesses.length} ${witnesses.length === 1 ? 'witness' : 'witnesses'}${disputing.length > 0 ? `, ${disputing.length} disputing` : ''}`}
        </span>
      </p>
    </>
  );
}
