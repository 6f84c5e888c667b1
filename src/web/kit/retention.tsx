interface Kept {
  kind: string;
  days?: number | null;
  setting?: string | null;
  note?: string | null;
}

/** What a provider keeps of a request, in a few words; the conditions are in the title. */
export function Retention({ kind, days, setting, note }: Kept) {
  return (
    <span title={note ?? undefined}>
      {wordsFor(kind, days ?? null)}
      {setting && (
        <span className="hint">
          {' '}
          with <code>{setting}</code>
        </span>
      )}
    </span>
  );
}

function wordsFor(kind: string, days: number | null): string {
  if (kind === 'NOTHING' || days === 0) return 'Nothing kept';
  if (kind === 'OWN_SERVER') return "Customer's own server";
  if (kind === 'OWN_ACCOUNT') return "By the customer's contract";
  return days === null ? 'Kept, period unknown' : `Kept ${days} days`;
}
