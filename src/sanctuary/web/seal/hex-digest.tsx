import { texts } from '../texts.ts';

const GROUP = 8;
/** Placeholder with the width of a digest, so that the layout doesn't shift when the digest is shown. */
export const NOT_YET = '·'.repeat(64);

/**
 * Shows the 64 hex digits of a digest in groups; groups that differ from the digest `unlike` are highlighted. `hex` is undefined
 * until the digest is computed, and null if the browser can't compute it.
 */
export function HexDigest({ hex, unlike }: { hex: string | null | undefined; unlike?: string | null }) {
  if (hex === undefined) return <HexDigest hex={NOT_YET} />;
  if (hex === null) return <span className="quiet">{texts.seal.noHash}</span>;
  const groups = Array.from({ length: hex.length / GROUP }, (_, at) => hex.slice(at * GROUP, (at + 1) * GROUP));
  return (
    <code className="hex">
      {groups.map((group, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move
          key={at}
          className={unlike && unlike.slice(at * GROUP, (at + 1) * GROUP) !== group ? 'is-other' : undefined}
        >
          {group}
        </span>
      ))}
    </code>
  );
}
