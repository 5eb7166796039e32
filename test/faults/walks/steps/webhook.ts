import { DAY, HOUR, MINUTE } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import { eventIdsOf, isKeptAt } from '../received.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';

const PAGES_MAX = 4;
/** So near its end nobody can say which state a rotation is in when a request arrives. */
const UNCERTAIN_MS = 10 * MINUTE;

/** The webhook's secret is rotated, or a rotation finished before its time, also while events are being delivered. */
export async function rotateSecret(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const last = shop.secrets.at(-1)!;
  if (Math.abs(last.from - stage.now) < UNCERTAIN_MS) return false;
  const change = isRunning(stage, shop) && dice.chance(0.5) ? finishRotation : beginRotation;
  const meanwhile = dice.chance(0.5) ? dice.between(0, 130_000) : 0;
  const from = stage.now; // a delivery of this moment may be signed after the change
  await stage.together(
    dice,
    () => stage.place.advance(meanwhile),
    () => change(stage, shop, from, dice),
  );
  return true;
}

/** Whether the last rotation is not over: one past its time ends with the first delivery that is taken. */
function isRunning({ now }: Stage, { secrets, posts }: Shop): boolean {
  const last = secrets.at(-1)!;
  const isUsed = posts.some(({ at, answered }) => at >= last.from && answered >= 200 && answered < 300);
  return last.from > now || (last.isRotated === true && !isUsed);
}

async function finishRotation(stage: Stage, shop: Shop, from: number): Promise<void> {
  const { status } = await stage.ask(shop, 'account/finish-rotation', {}, { expected: 200 });
  if (status !== 200) return;
  Object.assign(shop.secrets.at(-1)!, { from: stage.now, isRotated: false });
  shop.secretChanges.push({ from, to: stage.now });
}

async function beginRotation(stage: Stage, shop: Shop, from: number, dice: Dice): Promise<void> {
  const wasRunning = isRunning(stage, shop);
  const overlapHours = dice.pick([0, 1, 24]);
  const asked = { body: { overlapHours } };
  const beside = { expected: 200 };
  const { status, body } = await stage.ask(shop, 'account/rotate-webhook-secret', asked, beside);
  if (status !== 200) return;
  const { secret } = body.data as { secret: string };
  if (wasRunning) Object.assign(shop.secrets.at(-1)!, { from: Infinity, until: from }); // replaced
  const overlapMs = overlapHours * HOUR;
  const secrets = { secret, since: stage.now, from: stage.now + overlapMs, until: Infinity };
  shop.secrets.push({ ...secrets, isRotated: overlapHours > 0 });
  shop.secretChanges.push({ from, to: stage.now }, { from: from + overlapMs, to: stage.now + overlapMs });
}

/** The webhook is removed and set again hours later, with a new secret: what happens between is told of nowhere. */
export async function removeWebhook(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const { body: account } = await stage.ask(shop, 'account/get', {}, { expected: 200 });
  const { url } = (account.data as { webhook: { url: string } }).webhook;
  const removing = stage.now;
  await stage.ask(shop, 'account/clear-webhook', {}, { expected: 200 });
  const from = stage.now;
  for (const secret of shop.secrets) secret.until = Math.min(secret.until, from);
  await stage.place.advance(dice.pick([0, dice.between(0, 5 * HOUR)]));
  const setting = stage.now;
  const { body } = await stage.ask(shop, 'account/set-webhook', { body: { url } }, { expected: 200 });
  const { secret } = body.data as { secret: string };
  shop.secrets.push({ secret, since: stage.now, from: stage.now, until: Infinity });
  shop.secretChanges.push({ from: removing, to: from }, { from: setting, to: stage.now });
  shop.withoutWebhook.push({ from, to: setting });
}

/** An event that the receiver has got, or should have, is asked for once more. */
export async function replay(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const ids = eventIdsOf(shop.posts);
  if (ids.length === 0) return false;
  const eventId = dice.pick(ids);
  const { status } = await stage.ask(shop, 'events/replay', { body: { eventId } });
  if (status === 200) shop.replayed.push(eventId);
  return true;
}

/** Many events are asked for once more, also while others are being delivered. */
export async function replayMany(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const since = stage.now - dice.pick([HOUR, DAY, 60 * DAY]);
  const states = dice.pick([undefined, ['EXHAUSTED'], ['DELIVERED', 'EXHAUSTED', 'SKIPPED']]);
  const meanwhile = dice.between(0, 130_000);
  await stage.together(
    dice,
    () => stage.place.advance(meanwhile),
    () => askForMany(stage, shop, since, states),
  );
}

/** Asks for the events since an instant (epoch ms) in these states; those that never arrived unless given. */
export async function askForMany(
  stage: Stage,
  shop: Shop,
  since: number,
  states?: readonly string[],
): Promise<void> {
  const body = { from: new Date(since).toISOString(), ...(states && { states }) };
  await stage.ask(shop, 'events/replay', { body }, { expected: 200 });
  shop.bulkReplays++;
}

/** Events are kept 90 days: before months go by, all receivers are up and ask for what never arrived. */
export async function askInTime(stage: Stage): Promise<void> {
  for (const shop of stage.shops) {
    shop.receiver = 'up';
    await stage.ask(shop, 'events/replay', {
      body: { from: new Date(stage.now - 89 * DAY).toISOString() },
    });
    shop.bulkReplays++;
  }
}

/** A receiver reads on in the feed, from where it stopped the last time. */
export async function readFeed(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  await readOn(stage, shop, dice.pick(['1', '3', '100']), PAGES_MAX);
}

/** Reads on in pages of so many events, at most so many pages. */
export async function readOn(stage: Stage, shop: Shop, limit: string, pagesMax = Infinity): Promise<void> {
  // Whoever has not read for as long as events are kept begins anew.
  if (shop.feed.next !== undefined && !isKeptAt(shop.feed.next, stage.now, shop.posts)) {
    shop.feed.next = undefined;
    shop.feed.eventIds.length = 0;
  }
  for (let page = 0; page < pagesMax; page++) {
    const { next: after } = shop.feed;
    const query = { limit, ...(after !== undefined && { after }) };
    const { status, body } = await stage.ask(shop, 'events/feed', { query }, { expected: 200 });
    if (status !== 200) return;
    const { events, next, atEnd } = body as {
      events: { eventId: string }[];
      next: string | null;
      atEnd: boolean;
    };
    shop.feed.eventIds.push(...events.map(({ eventId }) => eventId));
    shop.feed.next = next ?? undefined;
    if (atEnd) return;
  }
}
