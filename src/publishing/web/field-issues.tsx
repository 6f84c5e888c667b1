import { type InputIssue, IssueList } from '../../web/kit/issue-list.tsx';

/** List of issues of a policy field, shown next to the field and updated while the user types. */
export function FieldIssues({ faults }: { faults: readonly InputIssue[] }) {
  if (faults.length === 0) return null;
  return (
    <div className="notice" data-tone="care" role="status">
      {faults.length === 1 ? <p>{faults[0]!.message}</p> : <IssueList faults={faults} />}
    </div>
  );
}
