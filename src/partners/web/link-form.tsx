import { TextInput } from '@mantine/core';
import { IssuePartnerLinkDocument } from '../../web/generated/partners/graphql.ts';
import { IssueKeyForm } from '../../web/kit/issue-key-form.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';

/**
 * Form to issue a link.
 * @param props.partner partner for whom the link is; if omitted, the form asks for the partner's name
 */
export function LinkForm({ partner }: { partner?: { id: string; name: string } }) {
  return (
    <IssueKeyForm
      word="link"
      lead={texts.link.lead}
      placeholder={texts.link.example}
      isNameRequired={false}
      initialValues={{ partnerName: partner?.name ?? '' }}
      first={
        partner
          ? undefined
          : (form) => (
              <TextInput
                label={texts.link.partner}
                description={texts.link.partnerHint}
                required
                maxLength={200}
                data-autofocus
                {...form.getInputProps('partnerName')}
              />
            )
      }
      isComplete={({ partnerName }) => partnerName.trim() !== ''}
      document={IssuePartnerLinkDocument}
      variablesFor={({ partnerName }, { name, ...common }) => ({
        input: { partnerName, name: name || null, ...common },
      })}
      secretOf={({ mediaDeskUrl }) => mediaDeskUrl}
      secretTitle={({ partnerName }) => texts.link.secretTitle(visibleString(partnerName.trim()))}
      next={({ partnerLink }) => {
        const id = partner?.id ?? partnerLink?.partner.id;
        return id ? `/admin/partners/${id}` : '/admin/partners';
      }}
    />
  );
}
