import { Field, Int } from 'type-graphql';
import type { ErrorCode } from '../errors/error-codes.ts';
import { boundedIssues, MAX_ISSUES, type ValueIssue } from '../errors/errors.ts';
import { AtMost } from '../graphql/schema/list-size.ts';
import { InputIssue, Problem } from '../graphql/schema/problem.ts';

/** A document with faults, each with its place. Each document has a problem of its own, with `@FaultFields`. */
export abstract class DocumentInvalid extends Problem {
  readonly faults: InputIssue[];
  readonly faultCount: number;

  constructor(code: ErrorCode, all: readonly ValueIssue[]) {
    const faults = boundedIssues(all);
    const [{ pointer, detail }] = faults as [ValueIssue];
    const others = all.length > 1 ? ` And ${all.length - 1} more.` : '';
    super(code, `${pointer || 'The document'}: ${detail}${others}`);
    this.faults = faults.map((fault) => new InputIssue(fault.pointer, fault.detail));
    this.faultCount = all.length;
  }
}

/** @param example a pointer into such a document */
export function FaultFields(example: string): ClassDecorator {
  return ({ prototype }) => {
    const description = `The first of them. Pointers are into the document, e.g. \`${example}\`.`;
    AtMost(MAX_ISSUES)(prototype, 'faults');
    Field(() => [InputIssue], { description })(prototype, 'faults');
    Field(() => Int, { description: 'How many there are in all.' })(prototype, 'faultCount');
  };
}

/** Another version is the newest than the one that was edited. Each document has a problem of its own, with `@ConflictFields`. */
export abstract class DocumentConflict extends Problem {
  readonly basedOnVersion: number;

  constructor(basedOnVersion: number) {
    super(
      'CONFLICT',
      `Version ${basedOnVersion} is not the newest. Read the newest one, make your changes in that, and publish it with its number.`,
    );
    this.basedOnVersion = basedOnVersion;
  }
}

export function ConflictFields(): ClassDecorator {
  return ({ prototype }) => {
    Field(() => Int, { description: 'The version that was edited.' })(prototype, 'basedOnVersion');
  };
}
