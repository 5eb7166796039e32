import { arrivedEvents } from './checks/events.ts';
import type { Evidence } from './evidence.ts';
import { familiesOf } from './checks/families.ts';
import type { Stage } from './stage.ts';
import type { Step } from './steps/steps.ts';

const SHORT = 240;
const time = (at: number) => new Date(at).toISOString().slice(0, 23);

/** What happened on a walk, line by line, and how everything stood in the end: for people who look into a violation. */
export function transcriptOf(
  steps: readonly Step[],
  { journal, shops }: Stage,
  evidence: Evidence,
): string[] {
  const asked = journal
    .filter(({ step }) => step !== Infinity)
    .map(({ step, at, shop, route, sent, status, code, body }) => ({
      at,
      line: `${step} ${steps[step]?.name ?? ''}: shop ${shop} ${route} ${JSON.stringify(sent ?? {}).slice(0, SHORT)} → ${status} ${code} ${status === 400 ? JSON.stringify(body.details ?? body.message) : ''}`,
    }));
  const heard = shops.flatMap(({ number, posts }) =>
    posts.map(({ at, body, answered }) => {
      const { notificationType, subtype, attempt, data } = JSON.parse(body) as Record<string, unknown>;
      const what = [notificationType, subtype ?? '', attempt, JSON.stringify(data).slice(0, SHORT)].join(' ');
      return { at, line: `  shop ${number} hears ${what} → ${answered}` };
    }),
  );
  const lines = [...asked, ...heard].toSorted((a, b) => a.at - b.at);
  return [...lines.map(({ at, line }) => `${time(at)} ${line}`), ...endOf(evidence)];
}

function endOf({ shops, now }: Evidence): string[] {
  return shops.flatMap((shop) => {
    const events = arrivedEvents(shop.posts);
    return familiesOf(shop).flatMap((family) => [
      `${time(now)} shop ${shop.number}, ${family.name}: ${JSON.stringify(family.here.got.body.data)}`,
      ...family.members.map(
        (one) =>
          `  ${one.referenceCode} ${one.subscriptionStatus} made ${time(one.createdDate)}: ${one.orders
            .map((order) => `${order.orderStatus} ${time(order.startPeriod)} to ${time(order.endPeriod)}`)
            .reverse()
            .join('; ')}`,
      ),
      `  charged: ${family.charges.map((one) => `${time(one.time)} ${one.status} ${one.amount}`).join('; ')}`,
      `  invoices: ${family.here.invoices.map((one) => `${String(one.date)} ${String(one.status)} ${String(one.amount)}`).join('; ')}`,
      `  events: ${events
        .filter(({ data }) => data.subscriptionId === family.id)
        .map(({ name, purchaseDate }) => `${name} ${time(purchaseDate * 1000)}`)
        .join('; ')}`,
    ]);
  });
}
