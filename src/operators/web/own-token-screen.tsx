import { Detail } from '../../web/kit/detail.tsx';
import { texts } from './texts.ts';
import { TokenForm } from './token-form.tsx';

const BACK = '/admin/operators/tokens';

/** `/admin/operators/tokens/new`: issues an API token for the user. */
export function Screen() {
  return (
    <Detail title={texts.tokens.create} back={BACK}>
      <TokenForm next={BACK} />
    </Detail>
  );
}
