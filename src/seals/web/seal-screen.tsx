import { useParamsOf } from '../../web/kit/params.ts';
import './seals.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { FILE_NAMES, savedName } from '../../proof/file-names.ts';
import { SealByIdDocument } from '../../web/generated/seals/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
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
import { texts } from './texts.ts';

/** `/admin/seals/seal_…`: content, log entry and status of one seal. */
export function Screen() {
  const { sealId } = useParamsOf('/admin/seals/$sealId');
  return (
    <>
      <nav className="seals-back" aria-label={texts.back}>
        <PageLink to="/admin/seals" search="KEEP">
          {texts.list.title}
        </PageLink>
      </nav>
      <SealDetails key={sealId} id={sealId} />
    </>
  );
}

function SealDetails({ id }: { id: string }) {
  // Log index of the seal after it was erased. The seal can’t be queried any more, so the index is kept for the operator.
  const [erasedAt, setErasedAt] = useState<number | null>(null);
  const [action, setAction] = useState<SealAction | null>(null);
  const query = useQueryOf(SealByIdDocument, { id }, { pause: erasedAt !== null });
  const seal = erasedAt === null ? query.data?.seal : null;
  return (
    <Page
      title={texts.seal.title}
      lead={<Id value={id} copies />}
      actions={seal && <Actions seal={seal} onAction={setAction} />}
    >
      {erasedAt !== null ? (
        <Empty action={<ButtonLink to="/admin/seals">{texts.seal.all}</ButtonLink>}>
          {texts.seal.erased(erasedAt)}
        </Empty>
      ) : (
        <QueryView query={query} rows={14}>
          {() =>
            seal ? (
              <SealSections seal={seal} />
            ) : (
              <Empty action={<ButtonLink to="/admin/seals">{texts.seal.all}</ButtonLink>}>{texts.seal.notFound}</Empty>
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

/**
 * Buttons to revoke, supersede and erase a seal, shown only with the permission `seals:revoke`, and the link for checking a
 * copy.
 */
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
              {texts.seal.supersede}
            </Button>
          )}
          {status !== 'REVOKED' && (
            <Button variant="default" onClick={() => onAction('REVOKE')}>
              {texts.seal.revoke}
            </Button>
          )}
          <Button variant="default" onClick={() => onAction('ERASE')}>
            {texts.seal.erase}
          </Button>
        </>
      )}
      <a className="button-link" href={`${sameOriginPath(verificationUrl)}#check`}>
        {texts.seal.check}
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
          <Section title={texts.seal.content}>
            <SealedContent seal={seal} />
          </Section>
          <Section title={texts.seal.origin}>
            <SealOrigin seal={seal} />
          </Section>
        </div>
        <div>
          <Section title={texts.seal.proof}>
            <LogFacts seal={seal} />
          </Section>
          <Section title={texts.seal.publicLink}>
            <PublicFiles seal={seal} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** Status of a seal and its history, shown above everything else. */
function SealState({ seal: { id, status, supersededBy, statusHistory } }: { seal: FullSeal }) {
  const may = useMay();
  const { word, tone, says } = STATUS_LABELS[status];
  return (
    <div className="seals-state" data-tone={tone}>
      <p>
        <StatusBadge tone={tone}>{word}</StatusBadge> <span>{says}</span>
      </p>
      {supersededBy && (
        <p>{texts.seal.replacedBy(<PageLink to={`/admin/seals/${supersededBy.id}`}>{supersededBy.id}</PageLink>)}</p>
      )}
      {statusHistory.length > 0 && (
        <ol>
          {statusHistory.map((change) => (
            <li key={change.logIndex}>
              <b>{STATUS_LABELS[change.status].word}</b> <When at={change.changedAt} /> <ChangeAuthor change={change} />
              <span className="hint"> {texts.seal.entry(change.logIndex)}</span>
              <blockquote>
                <Visible text={change.reason} />
              </blockquote>
            </li>
          ))}
        </ol>
      )}
      {statusHistory.length > 0 && may('audit:read') && (
        <p>
          <PageLink to="/admin/audit" search={{ subject: id }}>
            {texts.seal.auditTrail}
          </PageLink>
        </p>
      )}
    </div>
  );
}

/** Author of a change of status, with the person or program if it was recorded. */
function ChangeAuthor({ change: { changedBy, actor } }: { change: FullSeal['statusHistory'][number] }) {
  const author = texts.seal.changedBy[changedBy ?? 'UNKNOWN'];
  return actor ? texts.seal.actor(author, <ActorName actor={actor} />) : author;
}

/** Links to the public page and files of the seal, for people without an account. */
function PublicFiles({ seal: { id, verificationUrl, bundleUrl } }: { seal: FullSeal }) {
  const page = sameOriginPath(verificationUrl);
  const files = [
    [sameOriginPath(bundleUrl), FILE_NAMES.bundle, texts.publicFiles.bundle],
    [`${page}/${FILE_NAMES.statuses}`, FILE_NAMES.statuses, texts.publicFiles.statuses],
    [`${page}/${FILE_NAMES.trust}`, FILE_NAMES.trust, texts.publicFiles.trust],
  ] as const;
  return (
    <>
      <p>
        {texts.publicFiles.page((text) => (
          <a href={page}>{text}</a>
        ))}
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
        {texts.publicFiles.verifier((text) => (
          <a href={`${page}#check`}>{text}</a>
        ))}{' '}
        {texts.publicFiles.allFiles((text) => (
          <a href={`${page}#files`}>{text}</a>
        ))}
      </p>
    </>
  );
}
