import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A text and what its sender has understood.' })
export class SealTextInput {
  @Field(() => String, { description: 'Sealed exactly as it is, to the last space and line end.' })
  text!: string;

  @Field(() => Boolean, {
    description: 'That a seal says nothing about truth or authorship is understood. Must be true.',
  })
  disclaimerAcknowledged!: boolean;
}
