import { Detail } from '../../web/kit/detail.tsx';
import { LinkForm } from './link-form.tsx';
import { texts } from './texts.ts';

/** Screen `/admin/partners/new-link`: a form to issue a link for an existing or a new partner. */
export function Screen() {
  return (
    <Detail title={texts.link.create} back="/admin/partners">
      <LinkForm />
    </Detail>
  );
}
