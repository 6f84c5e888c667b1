import type { ReplayPolicyQuery } from '../../web/generated/gateway/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { dollars, enumLabel, Facts, When } from '../../web/kit/values.tsx';

type Replay = ReplayPolicyQuery['replayDecisions'];

/** How far it was looked back, in words that do not say more than is known. */
const ENDS: Readonly<Record<Replay['end'], string>> = {
  ALL: ': all there are',
  MOST: '; there may be earlier ones, which were not looked at',
  TIME: '; there was no time for earlier ones',
};

/** What would have been otherwise. */
export function ReplayResult({ replay }: { replay: Replay }) {
  const { decisions, cost } = replay;
  if (decisions === 0) return <p>No task was run yet, so there is no decision to take again.</p>;
  const moves = [
    ...replay.choices.map((choice) => ({ ...choice, to: choice.to as string | null, code: null })),
    ...replay.refused.map(({ code, ...refused }) => ({ ...refused, from: '', to: null, code })),
  ];
  return (
    <>
      <Facts
        items={[
          [
            'Looked at',
            <span key="looked">
              {decisions} {decisions === 1 ? 'decision' : 'decisions'} back to <When at={replay.oldestAt} />
              {ENDS[replay.end]}
            </span>,
          ],
          ['As they were', replay.unchanged],
          ['Another model first', replay.changedChoices],
          ['Others stand in', replay.changedFallbacks],
          ['Refused now', replay.newlyRefused],
          ['Possible now', replay.newlyPossible],
          ['Nobody can say', replay.notKnown + replay.notReplayable],
          [
            'Cost',
            `${dollars(cost.beforeMicros)} before, ${dollars(cost.afterMicros)} after, at list prices${
              cost.unknown > 0 ? `; of ${cost.unknown} it is not known` : ''
            }`,
          ],
        ]}
      />
      {moves.length > 0 && (
        <table className="data">
          <caption className="only-heard">What would go elsewhere</caption>
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" data-number>
                Decisions
              </th>
              <th scope="col">For example</th>
            </tr>
          </thead>
          <tbody>
            {moves.map((move) => (
              <tr key={`${move.task} ${move.from} ${move.to}`}>
                <th scope="row">
                  <code>{move.task}</code>
                </th>
                <td data-title="From">{move.from ? <code>{move.from}</code> : 'wherever it went'}</td>
                <td data-title="To">
                  {move.to ? (
                    <code>{move.to}</code>
                  ) : (
                    `nowhere${move.code ? `: ${enumLabel(move.code).toLowerCase()}` : ''}`
                  )}
                </td>
                <td data-title="Decisions" data-number>
                  {move.decisions}
                </td>
                <td data-title="For example">
                  {move.examples[0] && <PageLink to={`/admin/runs/${move.examples[0]}`}>a run</PageLink>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
