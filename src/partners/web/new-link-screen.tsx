import { Detail } from '../../web/kit/detail.tsx';
import { LinkForm } from './link-form.tsx';

/** `/admin/partners/new-link`: for an existing partner or a new one. */
export function Screen() {
  return (
    <Detail title="Issue a link" back="/admin/partners">
      <LinkForm />
    </Detail>
  );
}
