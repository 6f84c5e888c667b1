import { ArgsType, Field, InputType } from 'type-graphql';
import { orderInput } from '../../../src/platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../../src/platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../../src/platform/graphql/schema/created-filter.ts';

@InputType({ description: 'Conditions for notes. All of them must hold.' })
class NoteFilter extends CreatedFilter {}

const NoteOrder = orderInput('Note', { CREATED_AT: 'Time of writing.', TEXT: 'Text, ignoring case.' });
type NoteOrder = InstanceType<typeof NoteOrder>;

@ArgsType()
export class NotesArgs extends PageArgs {
  @Field(() => NoteFilter, { nullable: true })
  filter?: NoteFilter | null;

  @Field(() => NoteOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: NoteOrder | null;
}
