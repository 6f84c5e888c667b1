import type { Changes } from './changes.ts';
import type { ModelAbilities } from './model-abilities.ts';
import type { ModelRequest } from './model-request.ts';
import { isBlank } from './prompt/blank-texts.ts';

export interface StopSequences {
  /** Sequences that are sent to the model. */
  readonly sent: readonly string[];
  /** Sequences at which this service ends the answer. */
  readonly afterwards: readonly string[];
}

export function stopSequencesOf(
  { stopSequences }: ModelRequest,
  { stops }: ModelAbilities,
  changes: Changes,
): StopSequences {
  const given = [...new Set(stopSequences)].filter((stop) => stop !== '');
  if (stopSequences.includes(''))
    changes.note('STOP_LEFT_OUT', 'An empty stop sequence was left out: it never ends a text.');
  const takeable = given.filter((stop) => stops.blank || !isBlank(stop));
  const sent = takeable.slice(0, stops.most);
  const afterwards = given.filter((stop) => !sent.includes(stop));
  if (afterwards.length > 0) {
    const which = sent.length === 0 ? 'Stop sequences were' : 'Some stop sequences were';
    changes.note(
      'STOP_AFTERWARDS',
      `${which} applied by this service: ${changes.deployment} does not support them. Tokens after them are charged.`,
    );
  }
  return { sent, afterwards };
}
