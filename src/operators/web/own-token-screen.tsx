import { Detail } from '../../web/kit/detail.tsx';
import { TokenForm } from './token-form.tsx';

const BACK = '/admin/operators/tokens';

/** `/admin/operators/tokens/new`: a token of one's own. */
export function Screen() {
  return (
    <Detail title="Issue a token" back={BACK}>
      <TokenForm next={BACK} />
    </Detail>
  );
}
