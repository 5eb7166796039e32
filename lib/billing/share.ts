/** So much within a time. */
export interface Portion {
  readonly max: number;
  readonly withinMs: number;
}

/** The most of an act for one subscription, within an hour and within a day. */
export interface Share {
  readonly hour: Portion;
  readonly day: Portion;
}

/** Those of these times (epoch ms, oldest first) that a share still counts at `now`. */
export const countedTimes = (times: readonly number[], { day }: Share, now: number): readonly number[] =>
  times.filter((at) => at > now - day.withinMs);

/** Until when a share is used up by acts at these times (epoch ms, oldest first); undefined where something is left. */
export function usedUpUntil(times: readonly number[], { hour, day }: Share, now: number): number | undefined {
  const until = [hour, day].flatMap(({ max, withinMs }) => {
    const oldestOfMax = times.filter((at) => at > now - withinMs).at(-max);
    return oldestOfMax === undefined ? [] : [oldestOfMax + withinMs];
  });
  return until.length === 0 ? undefined : Math.max(...until);
}
