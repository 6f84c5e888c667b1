import { useNavigate } from '@tanstack/react-router';
import { Detail } from '../../web/kit/detail.tsx';
import { TokenForm } from './token-form.tsx';

const BACK = '/admin/operators/tokens';

/** `/admin/operators/tokens/new`: a token of one's own. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <Detail title="Issue a token" back={BACK}>
      <TokenForm onDone={() => void navigate({ to: BACK, resetScroll: false })} />
    </Detail>
  );
}
