import { Field, ObjectType } from 'type-graphql';
import { quoted } from '../painter/index.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { RenderStatus } from './render.entity.ts';
import { RenderScene } from './understood-brief.type.ts';

/** Subjects that the embedded engine can draw, as a text for error messages. */
const DRAWABLE =
  'mountains, lakes, seas, city skylines, northern lights, forests, meadows, deserts, nebulae in space and abstract patterns';

@ObjectType({
  implements: Problem,
  description: "With `strict`: the embedded engine can't draw the subject of the brief. Nothing was done.",
})
export class BriefNotCovered extends Problem {
  @Field(() => String, {
    description: "Words of the subject that can't be drawn. Empty if the brief names no subject.",
  })
  readonly subject: string;

  @Field(() => [RenderScene], { description: 'Subjects that can be drawn.' })
  readonly drawable: RenderScene[] = Object.values(RenderScene);

  constructor(subject: string) {
    const what =
      subject === ''
        ? 'The brief names no subject that the engine can draw.'
        : `The engine can't draw the subject of the brief, ${quoted(subject)}.`;
    super('BRIEF_NOT_COVERED', `${what} It draws ${DRAWABLE}. Name one of these, or leave \`strict\` out.`);
    this.subject = subject;
  }
}

@ObjectType({
  implements: Problem,
  description: "The status of the render doesn't allow this. Nothing was done.",
})
export class RenderStatusConflict extends Problem {
  @Field(() => RenderStatus, { description: 'Current status of the render.' })
  readonly status: RenderStatus;

  constructor(status: RenderStatus, message: string) {
    super('CONFLICT', message);
    this.status = status;
  }
}
