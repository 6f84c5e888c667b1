import { useMay } from '../../web/kit/viewer.ts';
import { type View, Views } from '../../web/kit/views.tsx';
import { texts } from './texts.ts';

type ViewName = Exclude<keyof typeof texts.views, 'label'>;

/** Navigation between the screens for operators that the user can open. */
export function OperatorViews({ shown }: { shown: ViewName }) {
  const may = useMay();
  const view = (name: ViewName, to: string): View => ({ title: texts.views[name], to, isShown: name === shown });
  return (
    <Views
      label={texts.views.label}
      views={[
        view('operators', '/admin/operators'),
        ...(may('operators:manage') ? [view('invitations', '/admin/operators/invitations')] : []),
        ...(may('own-account:manage')
          ? [view('tokens', '/admin/operators/tokens'), view('sessions', '/admin/operators/sessions')]
          : []),
      ]}
    />
  );
}
