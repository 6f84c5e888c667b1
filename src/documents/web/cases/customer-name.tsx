import { type ActorNames, useActorNames } from '../../../web/kit/actor.tsx';
import { Id } from '../../../web/kit/values.tsx';
import { Visible } from '../../../web/kit/visible-text.tsx';

/** Displays the name of a customer, or its id if the viewer can’t see the name. */
export function CustomerName({ id, names }: { id: string; names: ActorNames }) {
  const name = names.get(id);
  return name === undefined ? <Id value={id} short /> : <Visible text={name} />;
}

/** Displays the name of one customer. */
export function OneCustomerName({ id }: { id: string }) {
  return <CustomerName id={id} names={useActorNames([`customer:${id}`])} />;
}
