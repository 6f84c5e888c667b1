import { WhoCouldApproveDocument } from '../../web/generated/operators/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import type { RoleName } from './roles.tsx';

const APPROVING: readonly RoleName[] = ['ADMIN', 'APPROVER'];

export const approves = (roles: readonly RoleName[]) => roles.some((role) => APPROVING.includes(role));

/** Tells who takes one of the last two approvers away, while four eyes are on, what follows from it. Nothing otherwise. */
export function FourEyesWarning({ without: operatorId }: { without: string }) {
  const may = useMay();
  const { data } = useQueryOf(WhoCouldApproveDocument, {}, { pause: !may('settings:read') });
  const on = data?.settings.filter(({ value }) => value.__typename === 'BooleanValue' && value.boolean) ?? [];
  const ids = data?.operators.nodes.map(({ id }) => id) ?? [];
  const left = ids.filter((id) => id !== operatorId).length;
  if (on.length === 0 || left > 1 || left === ids.length) return null;
  return (
    <div className="notice" data-tone="care" role="status">
      <p>
        {left === 0 ? 'Nobody' : 'One person'} would be left who may approve, while four eyes are on (
        {on.map(({ title }) => title).join(', ')}). What that one then changes there is refused, and so is switching it
        off. <PageLink to="/admin/operators/invitations/new">Invite another approver</PageLink> first, or have it
        switched off while there are two.
      </p>
    </div>
  );
}
