import { useParamsOf } from '../../web/kit/params.ts';
import './seals.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { FILE_NAMES, savedName } from '../../proof/file-names.ts';
import { SealByIdDocument } from '../../web/generated/seals/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { CopyButton, Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { sameOriginPath } from './same-origin-path.ts';
import type { FullSeal } from './seal.ts';
import { type SealAction, SealActionDialog } from './seal-action-dialog.tsx';
import { LogFacts, SealedContent, SealOrigin } from './seal-facts.tsx';
import { STATUS_LABELS } from './seal-labels.ts';

/** `/admin/seals/seal_…`: content, log entry and status of one seal. */
export function Screen() {
  const { sealId } = useParamsOf('/admin/seals/$sealId');
  return (
    <>
      <nav className="seals-back" aria-label="Back">
        <PageLink to="/admin/seals" search="KEEP">
          Seals
        </PageLink>
      </nav>
      <SealDetails key={sealId} id={sealId} />
    </>
  );
}

function SealDetails({ id }: { id: string }) {
  // An erased seal can’t be queried any more, so its log index is kept here to show it to the operator.
  const [erasedAt, setErasedAt] = useState<number | null>(null);
  const [action, setAction] = useState<SealAction | null>(null);
  const query = useQueryOf(SealByIdDocument, { id }, { pause: erasedAt !== null });
  const seal = erasedAt === null ? query.data?.seal : null;
  return (
    <Page title="Seal" lead={<Id value={id} copies />} actions={seal && <Actions seal={seal} onAction={setAction} />}>
      {erasedAt !== null ? (
        <Empty action={<ButtonLink to="/admin/seals">All seals</ButtonLink>}>
          The seal is erased. Its log entry {erasedAt.toLocaleString('en')} stays, but reveals nothing.
        </Empty>
      ) : (
        <QueryView query={query} rows={14}>
          {() =>
            seal ? (
              <SealSections seal={seal} />
            ) : (
              <Empty action={<ButtonLink to="/admin/seals">All seals</ButtonLink>}>
                No seal has this id. Perhaps it was erased.
              </Empty>
            )
          }
        </QueryView>
      )}
      {seal && action && (
        <SealActionDialog seal={seal} action={action} onClose={() => setAction(null)} onErased={setErasedAt} />
      )}
    </Page>
  );
}

/** Shows revoke, supersede and erase only with the permission `seals:revoke`. */
function Actions({ seal, onAction }: { seal: FullSeal; onAction(action: SealAction): void }) {
  const may = useMay();
  const { status, verificationUrl } = seal;
  const isInForce = status === 'SEALED' || status === 'PENDING_TIMESTAMP';
  return (
    <>
      {may('seals:revoke') && (
        <>
          {isInForce && (
            <Button variant="default" onClick={() => onAction('SUPERSEDE')}>
              Supersede
            </Button>
          )}
          {status !== 'REVOKED' && (
            <Button variant="default" onClick={() => onAction('REVOKE')}>
              Revoke
            </Button>
          )}
          <Button variant="default" onClick={() => onAction('ERASE')}>
            Erase
          </Button>
        </>
      )}
      <a className="button-link" href={`${sameOriginPath(verificationUrl)}#check`}>
        Check a copy
      </a>
    </>
  );
}

function SealSections({ seal }: { seal: FullSeal }) {
  return (
    <>
      <SealState seal={seal} />
      <div className="seals-facts">
        <div>
          <Section title="Sealed content">
            <SealedContent seal={seal} />
          </Section>
          <Section title="Origin">
            <SealOrigin seal={seal} />
          </Section>
        </div>
        <div>
          <Section title="Proof">
            <LogFacts seal={seal} />
          </Section>
          <Section title="Public link">
            <PublicFiles seal={seal} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** Status and its history, shown above everything else. */
function SealState({ seal: { status, supersededBy, statusHistory } }: { seal: FullSeal }) {
  const { word, tone, says } = STATUS_LABELS[status];
  return (
    <div className="seals-state" data-tone={tone}>
      <p>
        <StatusBadge tone={tone}>{word}</StatusBadge> <span>{says}</span>
      </p>
      {supersededBy && (
        <p>
          Replaced by: <PageLink to={`/admin/seals/${supersededBy.id}`}>{supersededBy.id}</PageLink>
        </p>
      )}
      {statusHistory.length > 0 && (
        <ol>
          {statusHistory.map((change) => (
            <li key={change.logIndex}>
              <b>{STATUS_LABELS[change.status].word}</b> <When at={change.changedAt} />{' '}
              {change.changedBy === 'OPERATOR'
                ? 'by an operator'
                : change.changedBy === 'OWNER'
                  ? 'by its owner'
                  : 'by an unrecorded person'}
              <span className="hint"> entry {change.logIndex.toLocaleString('en')}</span>
              <blockquote>
                <Visible text={change.reason} />
              </blockquote>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Public page and files of the seal, for people without an account. */
function PublicFiles({ seal: { id, verificationUrl, bundleUrl } }: { seal: FullSeal }) {
  const page = sameOriginPath(verificationUrl);
  const files = [
    [sameOriginPath(bundleUrl), FILE_NAMES.bundle, 'the seal: signed statement, place in the log, time stamp'],
    [`${page}/${FILE_NAMES.statuses}`, FILE_NAMES.statuses, 'later status changes, as signed statements'],
    [`${page}/${FILE_NAMES.trust}`, FILE_NAMES.trust, 'keys for checking it'],
  ] as const;
  return (
    <>
      <p>
        <a href={page}>Public page of this seal</a>, open to anyone:
        <span className="id-with seals-link">
          <code>{verificationUrl}</code>
          <CopyButton text={verificationUrl} what="link" />
        </span>
      </p>
      <ul className="plain rows">
        {files.map(([path, name, what]) => (
          <li key={path}>
            <a href={path} download={savedName(id, name)}>
              {name}
            </a>
            <span className="hint">{what}</span>
          </li>
        ))}
      </ul>
      <p className="hint">
        To compare a copy with the sealed bytes, use <a href={`${page}#check`}>the verifier on the public page</a>. It
        has this seal filled in, runs in the browser and sends nothing. That page also has{' '}
        <a href={`${page}#files`}>all files of the seal</a>.
      </p>
    </>
  );
}
