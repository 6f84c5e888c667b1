import { Field, ObjectType } from 'type-graphql';
import { quoted } from '../painter/index.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { RenderStatus } from './render.entity.ts';
import { RenderScene } from './understood-brief.type.ts';

/** What the engine draws, in words for a person. */
const DRAWABLE =
  'mountains, lakes, seas, city skylines, northern lights, forests, meadows, deserts, nebulae in space and abstract patterns';

@ObjectType({
  implements: Problem,
  description: 'With `strict`: the subject of the brief cannot be drawn. Nothing was done.',
})
export class BriefNotCovered extends Problem {
  @Field(() => String, { description: 'The words of the subject. Empty when the brief names nothing at all.' })
  readonly subject: string;

  @Field(() => [RenderScene], { description: 'What can be drawn.' })
  readonly drawable: RenderScene[] = Object.values(RenderScene);

  constructor(subject: string) {
    const what =
      subject === '' ? 'The brief names nothing that' : `The subject of the brief, ${quoted(subject)}, is not what`;
    super(
      'BRIEF_NOT_COVERED',
      `${what} the engine can draw. It draws ${DRAWABLE}. Name one of these, or leave \`strict\` out.`,
    );
    this.subject = subject;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The render is in a state that this cannot be done in. Nothing was done.',
})
export class RenderStatusUnfit extends Problem {
  @Field(() => RenderStatus)
  readonly status: RenderStatus;

  constructor(status: RenderStatus, message: string) {
    super('CONFLICT', message);
    this.status = status;
  }
}
