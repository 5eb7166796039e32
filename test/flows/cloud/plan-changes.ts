/** Changes the plans of subscribers to and fro, each its own without a pause; a refusal ends it. */
export function changesOf(
  subscribers: readonly string[],
  changePlan: (subscriber: string, plan: string) => Promise<unknown>,
) {
  let isOver = false;
  const counts = subscribers.map(() => 0);
  const all = Promise.all(
    subscribers.map(async (svcId, at) => {
      for (let up = true; !isOver; up = !up) {
        await changePlan(svcId, up ? 'Second' : 'First');
        counts[at]! += 1;
      }
    }),
  );
  return {
    /** Until each has been changed twice more: whatever was under way before is over then. */
    async goOn(): Promise<void> {
      const from = [...counts];
      const goneOn = async () => {
        while (counts.some((count, at) => count < from[at]! + 2))
          await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await Promise.race([goneOn(), all]);
    },
    async end(): Promise<number> {
      isOver = true;
      await all;
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
