const GROUP = 8;

/** 64 digits that can be read, those that are other than in another digest marked. */
export function HexDigest({ hex, unlike }: { hex: string | null; unlike?: string | null }) {
  if (hex === null) return <span className="quiet">Your browser hashes nothing on a page of plain http.</span>;
  const groups = Array.from({ length: hex.length / GROUP }, (_, at) => hex.slice(at * GROUP, (at + 1) * GROUP));
  return (
    <code className="hex">
      {groups.map((group, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: they stand where they stand
          key={at}
          className={unlike && unlike.slice(at * GROUP, (at + 1) * GROUP) !== group ? 'is-other' : undefined}
        >
          {group}
        </span>
      ))}
    </code>
  );
}
