import { texts } from './texts.ts';

interface RetentionProps {
  kind: string;
  days?: number | null;
  setting?: string | null;
  note?: string | null;
}

/** Describes in a few words how long a provider keeps data. The tooltip has the conditions. */
export function Retention({ kind, days, setting, note }: RetentionProps) {
  return (
    <span title={note ?? undefined}>
      {retentionText(kind, days ?? null)}
      {setting && <span className="hint"> {texts.retention.setting(<code>{setting}</code>)}</span>}
    </span>
  );
}

function retentionText(kind: string, days: number | null): string {
  if (kind === 'NOTHING' || days === 0) return texts.retention.none;
  if (kind === 'OWN_SERVER') return texts.retention.ownServer;
  if (kind === 'OWN_ACCOUNT') return texts.retention.ownContract;
  return days === null ? texts.retention.unknown : texts.retention.days(days);
}
