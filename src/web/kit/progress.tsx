/** Progress bar of a long operation. `share` is 0 to 1, or null if the total is unknown. */
export function Progress({ label, share }: { label: string; share: number | null }) {
  const percent = share === null ? null : Math.round(share * 100);
  return (
    <div className="progress">
      <span>
        {label}
        {percent !== null && <span className="number"> {percent} %</span>}
      </span>
      {percent === null ? <progress aria-label={label} /> : <progress aria-label={label} max={100} value={percent} />}
    </div>
  );
}
