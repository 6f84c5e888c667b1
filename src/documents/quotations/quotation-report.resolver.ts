import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { field, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { BriefRefused } from '../documents.problems.ts';
import { CheckQuotationsInput } from './check-quotations.inputs.ts';
import { QuotationReport } from './quotation-report.types.ts';
import type { QuotationReporter } from './quotation-reporter.ts';

const CheckedQuotations = payloadOf('CheckedQuotations', 'The quotations of the brief were looked up.', {
  report: field<QuotationReport>(() => QuotationReport, {
    nullable: true,
    description: 'Result of the check. Null if part of it could not be read: see `errors`.',
  }),
});
const CheckQuotationsResult = resultOf('CheckQuotations', CheckedQuotations, [NotFound, BriefRefused]);

@Resolver()
export class QuotationReportResolver {
  readonly #reporter: QuotationReporter;

  constructor(reporter: QuotationReporter) {
    this.#reporter = reporter;
  }

  @AccessFor('cases:read')
  @Mutation(() => CheckQuotationsResult, {
    nullable: true,
    description:
      'Looks up every quotation of a brief in the newest READY versions of documents, word for word and without a model. Nothing of the brief is stored.',
  })
  async checkQuotations(
    @Arg('input', () => CheckQuotationsInput) input: CheckQuotationsInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CheckQuotationsResult> {
    const result = await this.#reporter.check(ctx, input);
    return result instanceof Problem ? result : new CheckedQuotations({ report: result });
  }
}
