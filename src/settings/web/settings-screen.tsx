import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { SettingListDocument } from '../../web/generated/settings/graphql.ts';
import { Actor, type ActorNames, useActorNames } from '../../web/kit/actor.tsx';
import { field, filtersOf, useFilters } from '../../web/kit/address.ts';
import { ChoiceFilter, Filters, TextFilter } from '../../web/kit/filters.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useOpenParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { addressOf, headingsOf, type ListedSetting, nameIn } from './setting.ts';
import './settings.css';
import { texts } from './texts.ts';
import { ORIGINS, Value } from './value.tsx';

const FILTERS = filtersOf({
  find: field.text(),
  part: field.text(),
  from: field.oneOf(['BACK_OFFICE', 'ENVIRONMENT', 'DEFAULT']),
});

const FROM = Object.entries(ORIGINS).map(([value, label]) => ({ value, label }));

/** Screen `/admin/settings`: settings that can be changed while the service runs, by section. */
export function Screen() {
  const { filters, bind, isFiltered, clear } = useFilters(FILTERS);
  const { find, part, from } = filters;
  const query = useQueryOf(SettingListDocument, {});
  const { setting } = useOpenParamsOf('/admin/settings/$setting');
  const all = query.data?.settings ?? [];
  const parts = [...new Set(all.map(({ section }) => section[0] ?? ''))].map((value) => ({ value, label: value }));
  return (
    <Page title={texts.list.title} lead={texts.list.lead}>
      <Filters isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={texts.list.search} placeholder={texts.list.searchExample} {...bind('find')} />
        <ChoiceFilter label={texts.list.section} any={texts.list.allSections} {...bind('part')} choices={parts} />
        <ChoiceFilter label={texts.list.source} {...bind('from')} choices={FROM} />
      </Filters>
      <QueryView query={query} rows={16}>
        {({ settings }) => {
          const shown = settings.filter(
            (one) => fits(one, find) && (!part || one.section[0] === part) && (!from || one.origin === from),
          );
          if (shown.length === 0) {
            return (
              <Empty
                action={
                  <Button variant="default" onClick={clear}>
                    {texts.list.showAll}
                  </Button>
                }
              >
                {texts.list.noMatch}
              </Empty>
            );
          }
          return <SettingGroups settings={shown} open={setting === undefined ? null : nameIn(setting)} />;
        }}
      </QueryView>
      <Outlet />
    </Page>
  );
}

/** True if every word of the search occurs in the setting's title, section, description or variable. */
function fits({ title, section, description, environmentVariable }: ListedSetting, words = ''): boolean {
  const text = [title, ...section, description, environmentVariable].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** List of settings by section and subsection, in the order that the service returns. */
function SettingGroups({ settings, open }: { settings: readonly ListedSetting[]; open: string | null }) {
  const names = useActorNames(settings.flatMap(({ updatedBy }) => updatedBy ?? []));
  const parts = Map.groupBy(settings, ({ section }) => section[0] ?? '');
  return [...parts].map(([part, ofPart]) => (
    <Section key={part} title={part}>
      {[...Map.groupBy(ofPart, (one) => headingsOf(one).slice(1).join(' › '))].map(([heading, rows]) => (
        <div key={heading}>
          {heading !== '' && <h3 className="settings-heading">{heading}</h3>}
          <ul className="plain">
            {rows.map((row) => (
              <SettingRow key={row.name} setting={row} isOpen={row.name === open} names={names} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  ));
}

function SettingRow({ setting, isOpen, names }: { setting: ListedSetting; isOpen: boolean; names: ActorNames }) {
  const { name, title, description, value, origin, updatedAt, updatedBy } = setting;
  return (
    <li className="settings-row" data-open={isOpen || undefined}>
      <div>
        <PageLink to={addressOf(name)} search="KEEP" className="row-link">
          {title}
        </PageLink>
        <p className="settings-what">{description}</p>
      </div>
      <div className="settings-value">
        <Value value={value} setting={setting} />
        <span className="hint">
          {ORIGINS[origin]}
          {origin === 'BACK_OFFICE' && (
            <>
              {' '}
              <When at={updatedAt} ago />
              {updatedBy && texts.facts.by(<Actor actor={updatedBy} names={names} />)}
            </>
          )}
        </span>
      </div>
    </li>
  );
}
