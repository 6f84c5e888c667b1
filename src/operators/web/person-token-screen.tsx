import { OperatorByIdDocument } from '../../web/generated/operators/graphql.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { texts } from './texts.ts';
import { TokenForm } from './token-form.tsx';

/** `/admin/operators/op_…/new-token`: issues an API token that acts as another operator. */
export function Screen() {
  const { operatorId } = useParamsOf('/admin/operators/$operatorId/new-token');
  const back = `/admin/operators/${operatorId}`;
  const query = useQueryOf(OperatorByIdDocument, { id: operatorId });
  return (
    <Detail title={texts.tokens.create} back={back}>
      <QueryView query={query} rows={6}>
        {({ operator }) =>
          operator ? <TokenForm actsAs={operator} next={back} /> : <Empty>{texts.operator.notFound}</Empty>
        }
      </QueryView>
    </Detail>
  );
}
