import { PossibleApproversDocument } from '../../web/generated/operators/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import type { RoleName } from './roles.tsx';
import { texts } from './texts.ts';

const APPROVING: readonly RoleName[] = ['ADMIN', 'APPROVER'];

export const approves = (roles: readonly RoleName[]) => roles.some((role) => APPROVING.includes(role));

/**
 * Warns that fewer than two approvers would remain without this operator. Renders nothing if four-eyes approval is off, the
 * user can’t read settings, or the operator isn’t an approver.
 */
export function FourEyesWarning({ without: operatorId }: { without: string }) {
  const may = useMay();
  const { data } = useQueryOf(PossibleApproversDocument, {}, { pause: !may('settings:read') });
  const on = data?.settings.filter(({ value }) => value.__typename === 'BooleanValue' && value.boolean) ?? [];
  const ids = data?.operators.nodes.map(({ id }) => id) ?? [];
  const left = ids.filter((id) => id !== operatorId).length;
  if (on.length === 0 || left > 1 || left === ids.length) return null;
  return (
    <div className="notice" data-tone="care" role="status">
      <p>
        {texts.fourEyes.warning(
          left,
          on.map(({ title }) => title).join(', '),
          <PageLink to="/admin/operators/invitations/new">{texts.fourEyes.invite}</PageLink>,
        )}
      </p>
    </div>
  );
}
