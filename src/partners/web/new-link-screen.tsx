import { useNavigate } from '@tanstack/react-router';
import { Detail } from '../../web/kit/detail.tsx';
import { LinkForm } from './link-form.tsx';

/** `/admin/partners/new-link`: for a partner that there is, or a new one. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <Detail title="Issue a link" back="/admin/partners">
      <LinkForm onDone={(id) => void navigate({ to: id ? `/admin/partners/${id}` : '/admin/partners' })} />
    </Detail>
  );
}
