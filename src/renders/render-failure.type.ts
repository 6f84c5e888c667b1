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
  CONTENT_REFUSED: 'The model’s provider would not draw what the brief asks for. Word it otherwise.',
  NO_PROVIDER: 'No model that may draw this can be asked. The operator sees in `explainRoute` why.',
  PROVIDER_ERROR: 'The model’s provider failed. Ask again later.',
  PROVIDER_TIMEOUT: 'The model’s provider did not answer in time. Ask again, or for a smaller picture.',
  PROVIDER_BUSY: 'The model’s provider could not be reached, or took no more. Ask again later.',
  PROVIDER_REFUSED: 'The model’s provider did not take the request, or not from this account. Tell the operator.',
  PROVIDER_ANSWER_UNUSABLE: 'What the model’s provider sent was no picture, or not all of one. Ask again.',
  BUDGET_EXCEEDED: 'Who pays for this has no money left for it. Have the limit raised, or ask next month.',
  NOT_ALLOWED: 'Who pays for this may not have it drawn. Ask the operator.',
};
