import { Detail } from '../../web/kit/detail.tsx';
import { LinkForm } from './link-form.tsx';
import { texts } from './texts.ts';

/** `/admin/partners/new-link`: for an existing partner or a new one. */
export function Screen() {
  return (
    <Detail title={texts.link.create} back="/admin/partners">
      <LinkForm />
    </Detail>
  );
}
