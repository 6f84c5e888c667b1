import { Field, Int } from 'type-graphql';
import type { ErrorCode } from '../errors/error-codes.ts';
import { boundedIssues, MAX_ISSUES, type ValueIssue } from '../errors/errors.ts';
import { AtMost } from '../graphql/schema/list-size.ts';
import { InputIssue, Problem } from '../graphql/schema/problem.ts';

/** Problem: the document is invalid. Each kind of document has its own subclass, with `@FaultFields`. */
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

/** Adds the fields of `DocumentInvalid`. @param example JSON pointer into a document of this kind */
export function FaultFields(example: string): ClassDecorator {
  return ({ prototype }) => {
    const description = `First ${MAX_ISSUES} faults of the document. Their pointers refer to it, e.g. \`${example}\`.`;
    AtMost(MAX_ISSUES)(prototype, 'faults');
    Field(() => [InputIssue], { description })(prototype, 'faults');
    Field(() => Int, { description: 'Total number of faults of the document.' })(prototype, 'faultCount');
  };
}

/**
 * Problem: a newer version exists than the one that was edited. Each kind of document has its own subclass, with
 * `@ConflictFields`.
 */
export abstract class DocumentConflict extends Problem {
  readonly ifVersion: number;

  constructor(ifVersion: number) {
    super(
      'CONFLICT',
      `Version ${ifVersion} isn’t the newest. Read the newest version, apply your changes to it, and send its number.`,
    );
    this.ifVersion = ifVersion;
  }
}

export function ConflictFields(): ClassDecorator {
  return ({ prototype }) => {
    Field(() => Int, { description: 'Number of the version that was edited.' })(prototype, 'ifVersion');
  };
}
