import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import type { Contributions } from '../../platform/contributions.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { field, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { BriefRefused } from '../documents.problems.ts';
import { CheckQuotationsInput } from './check-quotations.inputs.ts';
import { QuotationReport } from './quotation-report.types.ts';
import type { QuotationReporter } from './quotation-reporter.ts';
import type { ReportSealer } from './report-sealer.ts';

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
  readonly #sealers: () => Contributions['reportSealers'];

  constructor(reporter: QuotationReporter, sealers: () => Contributions['reportSealers']) {
    this.#reporter = reporter;
    this.#sealers = sealers;
  }

  /** @throws Refusal if no feature seals reports */
  #sealer(): ReportSealer {
    const [sealer] = Object.values(this.#sealers());
    if (!sealer) throw new Refusal('CAPABILITY_NOT_AVAILABLE', 'This service can’t seal reports.');
    return sealer;
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
    const sealer = input.seal ? this.#sealer() : null;
    await sealer?.assertMaySeal(ctx);
    const result = await this.#reporter.check(ctx, input);
    if (result instanceof Problem) return result;
    const report = sealer ? { ...result, sealId: await sealer.seal(ctx, result) } : result;
    return new CheckedQuotations({ report });
  }
}
