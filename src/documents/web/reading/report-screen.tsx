import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  CaseToAskDocument,
  type CaseToAskQuery,
  CheckBriefDocument,
  type CheckBriefMutation,
} from '../../../web/generated/documents/graphql.ts';
import { Breadcrumb } from '../../../web/kit/breadcrumb.tsx';
import { Form } from '../../../web/kit/form.tsx';
import type { MutationOutcome } from '../../../web/kit/outcome.ts';
import { Page } from '../../../web/kit/page.tsx';
import { useParamsOf } from '../../../web/kit/params.ts';
import { Progress } from '../../../web/kit/progress.tsx';
import { Empty, OutcomeNotice, QueryView } from '../../../web/kit/states.tsx';
import { useMutationOf } from '../../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { useUploadOf } from '../../../web/kit/use-upload-of.ts';
import { ReportView } from './report-view.tsx';
import { SourcePanel } from './source-panel.tsx';
import { texts } from './texts.ts';
import { useOpenSource } from './use-open-source.ts';

type CheckedCase = NonNullable<CaseToAskQuery['case']>;

/** Maximum characters that the service accepts. */
const MAX_BRIEF_LENGTH = 2_000_000;
const ACCEPTED = '.pdf,.docx,.html,.htm,.md,.eml,.txt';

/** `/admin/cases/cas_…/report`: the quotations of a brief, looked up in the documents of a case. */
export function Screen() {
  const { caseId } = useParamsOf('/admin/cases/$caseId/report');
  const query = useQueryOf(CaseToAskDocument, { id: caseId });
  const checked = query.data?.case;
  return (
    <>
      <Breadcrumb
        crumbs={[
          { title: texts.document.cases, to: '/admin/cases' },
          { title: checked?.name ?? caseId, to: `/admin/cases/${caseId}` },
          { title: texts.report.title },
        ]}
      />
      <Page title={texts.report.title} lead={checked?.name && texts.report.lead(checked.name)}>
        <QueryView query={query} rows={8}>
          {({ case: found }) =>
            !found ? (
              <Empty>{texts.report.notFound}</Empty>
            ) : found.canRead ? (
              <Check checked={found} />
            ) : (
              <Empty>{texts.ask.noAccess}</Empty>
            )
          }
        </QueryView>
      </Page>
    </>
  );
}

function Check({ checked }: { checked: CheckedCase }) {
  const [brief, setBrief] = useState('');
  const [file, setFile] = useState<File | null>(null);
  /** Text that the report is about. It stays when the text field is changed. */
  const [sent, setSent] = useState('');
  const [outcome, setOutcome] = useState<MutationOutcome<CheckBriefMutation> | null>(null);
  const [send, isSending] = useMutationOf(CheckBriefDocument);
  const upload = useUploadOf(CheckBriefDocument);
  const state = useOpenSource();
  const isUnderWay = isSending || upload.progress !== null;
  const isEmpty = file === null && brief.trim() === '';
  const submit = async () => {
    if (isEmpty || isUnderWay) return;
    setOutcome(null);
    setSent(brief);
    state.clear();
    const { id: caseId } = checked;
    setOutcome(
      file
        ? await upload.send({ input: { caseId, file, fileName: file.name } })
        : await send({ input: { caseId, brief } }),
    );
  };
  return (
    <>
      <div className="reading-ask reading-form">
        <Form label={texts.report.title} onSubmit={() => void submit()}>
          <Textarea
            label={texts.report.brief}
            description={texts.report.briefHint(MAX_BRIEF_LENGTH)}
            rows={10}
            maxLength={MAX_BRIEF_LENGTH}
            value={brief}
            disabled={file !== null}
            onChange={(event) => setBrief(event.currentTarget.value)}
          />
          <FileField file={file} onChange={setFile} />
          <div className="actions">
            <Button type="submit" loading={isUnderWay} disabled={isEmpty}>
              {texts.report.submit}
            </Button>
          </div>
        </Form>
        {upload.progress !== null && upload.progress < 1 && (
          <Progress label={file?.name ?? ''} share={upload.progress} />
        )}
        <p className="hint" role="status">
          {isUnderWay && texts.report.checking}
          {outcome?.kind === 'DONE' && <span className="only-heard">{texts.report.checked}</span>}
        </p>
      </div>
      {outcome?.kind === 'DONE' && outcome.payload.report ? (
        <div className="reading-beside">
          <section className="reading-main" aria-label={texts.report.result}>
            <header className="reading-panel-head">
              <h2>{texts.report.result}</h2>
              <Button size="compact-sm" variant="default" className="reading-print" onClick={() => window.print()}>
                {texts.report.print}
              </Button>
            </header>
            {checked.name && <p className="reading-printed">{texts.report.of(checked.name)}</p>}
            <ReportView report={outcome.payload.report} brief={sent} state={state} />
          </section>
          <SourcePanel state={state} />
        </div>
      ) : (
        <OutcomeNotice outcome={outcome} />
      )}
    </>
  );
}

function FileField({ file, onChange }: { file: File | null; onChange(file: File | null): void }) {
  const input = useRef<HTMLInputElement>(null);
  const remove = () => {
    if (input.current) input.current.value = '';
    onChange(null);
  };
  return (
    <div className="reading-file">
      <label>
        <span>{texts.report.file}</span> <span className="hint">{texts.report.fileHint}</span>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          onChange={(event) => onChange(event.target.files?.[0] ?? null)}
        />
      </label>
      {file && (
        <Button size="compact-xs" variant="default" onClick={remove}>
          {texts.report.removeFile}
        </Button>
      )}
    </div>
  );
}
