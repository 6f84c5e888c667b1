import type { ReplayPolicyQuery } from '../../web/generated/gateway/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { dollars, enumLabel, Facts, When } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

type Replay = ReplayPolicyQuery['replayDecisions'];

/** Result of replaying a policy on past decisions. */
export function ReplayResult({ replay }: { replay: Replay }) {
  const { decisions, cost } = replay;
  if (decisions === 0) return <p>{texts.replay.empty}</p>;
  const moves = [
    ...replay.choices.map((choice) => ({ ...choice, to: choice.to as string | null, code: null })),
    ...replay.refused.map(({ code, ...refused }) => ({ ...refused, from: '', to: null, code })),
  ];
  return (
    <>
      <Facts
        items={[
          [
            texts.replay.replayed,
            <span key="looked">{texts.replay.summary(decisions, <When at={replay.oldestAt} />, replay.end)}</span>,
          ],
          [texts.replay.unchanged, replay.unchanged],
          [texts.replay.otherModel, replay.changedChoices],
          [texts.replay.otherFallbacks, replay.changedFallbacks],
          [texts.replay.newlyRefused, replay.newlyRefused],
          [texts.replay.newlyPossible, replay.newlyPossible],
          [texts.replay.notReplayable, replay.notKnown + replay.notReplayable],
          [texts.run.cost, texts.replay.cost(dollars(cost.beforeMicros), dollars(cost.afterMicros), cost.unknown)],
        ]}
      />
      {moves.length > 0 && (
        <table className="data">
          <caption className="only-heard">{texts.replay.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.run.task}</th>
              <th scope="col">{texts.replay.from}</th>
              <th scope="col">{texts.replay.to}</th>
              <th scope="col" data-number>
                {texts.replay.decisions}
              </th>
              <th scope="col">{texts.replay.example}</th>
            </tr>
          </thead>
          <tbody>
            {moves.map((move) => (
              <tr key={`${move.task} ${move.from} ${move.to}`}>
                <th scope="row">
                  <code>{move.task}</code>
                </th>
                <td data-title={texts.replay.from}>{move.from ? <code>{move.from}</code> : texts.replay.anyModel}</td>
                <td data-title={texts.replay.to}>
                  {move.to ? (
                    <code>{move.to}</code>
                  ) : (
                    texts.replay.refused(move.code && enumLabel(move.code).toLowerCase())
                  )}
                </td>
                <td data-title={texts.replay.decisions} data-number>
                  {move.decisions}
                </td>
                <td data-title={texts.replay.example}>
                  {move.examples[0] && <PageLink to={`/admin/runs/${move.examples[0]}`}>{texts.replay.run}</PageLink>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
