import { Field, ObjectType } from 'type-graphql';
import { RenderFailureReason } from './render.entity.ts';

@ObjectType({ description: 'Reason why a render has no picture, and what to do.' })
export class RenderFailure {
  @Field(() => RenderFailureReason, { description: 'Reason code.' })
  readonly reason!: RenderFailureReason;

  @Field(() => String, { description: 'Reason and advice, for a person.' })
  readonly message!: string;
}

export const FAILURE_MESSAGES: Readonly<Record<RenderFailureReason, string>> = {
  ENGINE_ERROR: 'The service failed to draw or store the picture. Request it again, with another seed or size.',
  ENGINE_TIMEOUT: 'The engine exceeded its time limit. Request a smaller picture.',
  WORKER_LOST:
    'In each of several attempts, the worker ended, or couldn’t store the picture that a model had drawn. Request the picture again.',
  CONTENT_REFUSED: 'The model’s provider refused the content of the brief. Change the wording.',
  NO_PROVIDER: 'No permitted model can be called. Operators can see the reasons with `explainRoute`.',
  PROVIDER_ERROR: 'The model’s provider failed. Try again later.',
  PROVIDER_TIMEOUT: 'The model’s provider did not answer in time. Try again, or request a smaller picture.',
  PROVIDER_BUSY: 'The model’s provider can’t be reached, or a limit on its requests is reached. Try again later.',
  PROVIDER_REFUSED: 'The model’s provider refused the request or the account. Tell the operator.',
  PROVIDER_ANSWER_UNUSABLE: 'The provider’s answer was not a complete picture that the image bank accepts. Try again.',
  BUDGET_EXCEEDED:
    'The worst-case cost exceeds what is left of the hard limit of the paying account. Raise the limit, or try again next month.',
  NOT_ALLOWED: 'The paying account isn’t permitted to have this picture drawn. Ask the operator.',
};
