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
import { type Ending, EndSeal } from './end-seal.tsx';
import { ownPath } from './own-path.ts';
import type { WholeSeal } from './seal.ts';
import { InTheLog, WhatIsSealed, WhoSealedIt } from './seal-facts.tsx';
import { STATUS_WORDS } from './words.ts';

/** `/admin/seals/seal_…`: one seal: what it says, where it stands, and what became of it. */
export function Screen() {
  const { sealId } = useParamsOf('/admin/seals/$sealId');
  return (
    <>
      <nav className="seals-back" aria-label="Back">
        <PageLink to="/admin/seals" search="KEEP">
          Seals
        </PageLink>
      </nav>
      <One key={sealId} id={sealId} />
    </>
  );
}

function One({ id }: { id: string }) {
  // What was erased is found by nothing any more: whoever has done it is told where its entry is.
  const [erasedAt, setErasedAt] = useState<number | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  const query = useQueryOf(SealByIdDocument, { id }, { pause: erasedAt !== null });
  const seal = erasedAt === null ? query.data?.seal : null;
  return (
    <Page title="Seal" lead={<Id value={id} copies />} actions={seal && <Actions seal={seal} onEnd={setEnding} />}>
      {erasedAt !== null ? (
        <Empty action={<ButtonLink to="/admin/seals">All seals</ButtonLink>}>
          It is erased. Its entry stays at place {erasedAt.toLocaleString('en')} of the log, and tells nobody anything.
        </Empty>
      ) : (
        <QueryView query={query} rows={14}>
          {() =>
            seal ? (
              <Parts seal={seal} />
            ) : (
              <Empty action={<ButtonLink to="/admin/seals">All seals</ButtonLink>}>
                There is no such seal. It may have been erased.
              </Empty>
            )
          }
        </QueryView>
      )}
      {seal && ending && <EndSeal seal={seal} ending={ending} onClose={() => setEnding(null)} onErased={setErasedAt} />}
    </Page>
  );
}

/** Who may not end the seals of others is not offered it. */
function Actions({ seal, onEnd }: { seal: WholeSeal; onEnd(how: Ending): void }) {
  const may = useMay();
  const { status, verificationUrl } = seal;
  const isInForce = status === 'SEALED' || status === 'PENDING_TIMESTAMP';
  return (
    <>
      {may('seals:revoke') && (
        <>
          {isInForce && (
            <Button variant="default" onClick={() => onEnd('SUPERSEDE')}>
              Supersede
            </Button>
          )}
          {status !== 'REVOKED' && (
            <Button variant="default" onClick={() => onEnd('REVOKE')}>
              Revoke
            </Button>
          )}
          <Button variant="default" onClick={() => onEnd('ERASE')}>
            Erase
          </Button>
        </>
      )}
      <a className="button-link" href={`${ownPath(verificationUrl)}#check`}>
        Check a copy
      </a>
    </>
  );
}

function Parts({ seal }: { seal: WholeSeal }) {
  return (
    <>
      <State seal={seal} />
      <div className="seals-facts">
        <div>
          <Section title="What is sealed">
            <WhatIsSealed seal={seal} />
          </Section>
          <Section title="Who sealed it">
            <WhoSealedIt seal={seal} />
          </Section>
        </div>
        <div>
          <Section title="Where it is proven">
            <InTheLog seal={seal} />
          </Section>
          <Section title="For outsiders">
            <ForOutsiders seal={seal} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** What has become of it, before anything else. */
function State({ seal: { status, supersededBy, statusHistory } }: { seal: WholeSeal }) {
  const { word, tone, says } = STATUS_WORDS[status];
  return (
    <div className="seals-state" data-tone={tone}>
      <p>
        <StatusBadge tone={tone}>{word}</StatusBadge> <span>{says}</span>
      </p>
      {supersededBy && (
        <p>
          In its place: <PageLink to={`/admin/seals/${supersededBy.id}`}>{supersededBy.id}</PageLink>
        </p>
      )}
      {statusHistory.length > 0 && (
        <ol>
          {statusHistory.map((change) => (
            <li key={change.logIndex}>
              <b>{STATUS_WORDS[change.status].word}</b> <When at={change.changedAt} />{' '}
              {change.changedBy === 'OPERATOR'
                ? 'by a person who runs this service'
                : change.changedBy === 'OWNER'
                  ? 'by its owner'
                  : 'by whom is not recorded'}
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

/** What to hand out, and what anybody can take away. */
function ForOutsiders({ seal: { id, verificationUrl, bundleUrl } }: { seal: WholeSeal }) {
  const page = ownPath(verificationUrl);
  const files = [
    [ownPath(bundleUrl), FILE_NAMES.bundle, 'the seal: signed statement, place in the log, time stamp'],
    [`${page}/${FILE_NAMES.statuses}`, FILE_NAMES.statuses, 'what became of it later, as signed statements'],
    [`${page}/${FILE_NAMES.trust}`, FILE_NAMES.trust, 'the keys to judge it by'],
  ] as const;
  return (
    <>
      <p>
        <a href={page}>Its page</a>, which anybody can open:
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
        Whether somebody’s copy is the sealed one, only their own machine can tell:{' '}
        <a href={`${page}#check`}>the verifier on its page</a> does it with this seal filled in, and sends nothing. All
        of its files are <a href={`${page}#files`}>there, too</a>.
      </p>
    </>
  );
}
