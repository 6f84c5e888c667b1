import { useMay } from '../../web/kit/viewer.ts';
import { type View, Views } from '../../web/kit/views.tsx';

type ViewName = 'People' | 'Invitations' | 'Tokens' | 'My sessions';

/** The screens that have to do with people, as far as they are for who looks. */
export function OperatorViews({ shown }: { shown: ViewName }) {
  const may = useMay();
  const view = (title: ViewName, to: string): View => ({ title, to, isShown: title === shown });
  return (
    <Views
      label="Operators"
      views={[
        view('People', '/admin/operators'),
        ...(may('operators:manage') ? [view('Invitations', '/admin/operators/invitations')] : []),
        ...(may('own-account:manage')
          ? [view('Tokens', '/admin/operators/tokens'), view('My sessions', '/admin/operators/sessions')]
          : []),
      ]}
    />
  );
}
