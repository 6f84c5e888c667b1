import { Field, ObjectType } from 'type-graphql';
import { RenderFailureReason } from './render.entity.ts';

@ObjectType({ description: 'Why there is no picture, and what to do.' })
export class RenderFailure {
  @Field(() => RenderFailureReason)
  readonly reason!: RenderFailureReason;

  @Field(() => String)
  readonly message!: string;
}

export const FAILURE_MESSAGES: Readonly<Record<RenderFailureReason, string>> = {
  ENGINE_ERROR: 'The engine could not draw this. Ask again with another seed or size.',
  ENGINE_TIMEOUT: 'The engine took too long. Ask for a smaller picture.',
  WORKER_LOST: 'The worker was lost several times while drawing. Ask again.',
};
