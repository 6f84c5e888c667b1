import type { LogStatusQuery } from '../../web/generated/seals/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import type { QueryState } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** One line of text with the status of the log. Empty while the status loads. */
export function LogLine({ query: { data } }: { query: QueryState<LogStatusQuery> }) {
  const log = data?.transparencyLog;
  if (!log) return <p className="seals-log-line">{data ? texts.logLine.empty : ' '}</p>;
  const { frozen, checkpoint, witnesses, size, origin } = log;
  const disputing = witnesses.filter(({ dispute }) => dispute);
  return (
    <>
      {frozen && (
        <div className="notice" data-tone="bad" role="alert">
          <p>{texts.logLine.frozen(frozen)}</p>
        </div>
      )}
      <p className="seals-log-line">
        <PageLink to="/admin/seals/log">
          <code>{origin}</code>
        </PageLink>
        <span className="number">{texts.logLine.entries(size)}</span>
        <span>
          {checkpoint
            ? texts.logLine.lastCheckpoint(<When at={checkpoint.publishedAt} ago />)
            : texts.logLine.noCheckpoint}
        </span>
        <span>{witnessText(witnesses.length, disputing.length)}</span>
      </p>
    </>
  );
}

function witnessText(count: number, disputing: number): string {
  if (count === 0) return texts.logLine.noWitness;
  const witnesses = texts.logLine.witnesses(count);
  return disputing === 0 ? witnesses : texts.logLine.disputing(witnesses, disputing);
}
