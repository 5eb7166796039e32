import type { Shop } from './records.ts';
import type { Stage } from './stage.ts';

/** No request is under way for longer. */
const LONGEST_ANSWER_MS = 29_000;

/** The most browsers that came back with a token while the first of them might still be waiting for its answer. */
export function returnsAtOnce({ journal }: Stage, token: string): number {
  const times = journal
    .filter(({ route, sent }) => route === 'checkout/callback' && (sent as { token: string }).token === token)
    .map(({ at }) => at);
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at - from < LONGEST_ANSWER_MS).length),
  );
}

/** What the browsers that came back from paid forms were answered last: a reference, or nothing where the activation was refused. */
export function boughtByForm(stage: Stage, shop: Shop): (string | undefined)[] {
  const paid = shop.forms.filter((form) => form.kind === 'purchase' && form.paid);
  return paid.map(({ token, pending }) => {
    const last = stage.journal.findLast(
      ({ route, sent }) => route === 'checkout/callback' && (sent as { token: string }).token === token,
    );
    const { subscriptionReference } = (last?.body ?? {}) as { subscriptionReference?: string };
    return subscriptionReference ?? (pending ? undefined : 'none');
  });
}
