import { Visible, visibleString } from '../../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';

/** Displays the name of a case. An erased one has no name. */
export function CaseName({ name }: { name: string | null | undefined }) {
  return name ? <Visible text={name} /> : <span className="unknown">{texts.list.erasedCase}</span>;
}

/** Name of a case as a plain string, for titles. */
export const caseNameOf = (name: string | null | undefined) => (name ? visibleString(name) : texts.list.erasedCase);
