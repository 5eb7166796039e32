import type { EventType } from '../../../lib/billing/events.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { openMemory } from '../../support/world/table.ts';
import { startWorld } from '../../support/world/world.ts';
import { sentFor, stageFor } from './example-stage.ts';

/**
 * The answer to a route's example as the stage gives it, with the sample ids where the stage has its own. What chance makes
 * (ids, secrets, ports) is told by asking twice, and stays as `sample` has it. Throws where the answer is not 200.
 */
export async function recordedAnswer(name: RouteName, sample: unknown): Promise<unknown> {
  return settled(await answerOf(name), await answerOf(name), sample);
}

/** The same of the body that is sent of an event. */
export async function recordedEvent(type: EventType, sample: unknown): Promise<unknown> {
  return settled(await bodyOf(type), await bodyOf(type), sample);
}

/** A stage's own, in the place of the test world's. */
const SENDER_DOMAIN = 'mail.example.com';

async function answerOf(name: RouteName): Promise<unknown> {
  const world = await startWorld(undefined, undefined, openMemory);
  const { shop, ask, ids } = await stageFor(world, name);
  const { status, text } = await shop.call(name, ask);
  await world.stop();
  if (status !== 200) throw new Error(`${name} answers ${status}: ${text}`);
  return sampled(text, ids);
}

async function bodyOf(type: EventType): Promise<unknown> {
  const world = await startWorld(undefined, undefined, openMemory);
  const { body, ids } = await sentFor(world, type);
  await world.stop();
  return sampled(JSON.stringify(body), ids);
}

/** Of the times that a stage says: what a busy machine makes more of. */
const MILLISECONDS = /(?<=T\d\d:\d\d:\d\d\.)\d{3}(?=Z)|(?<="signedDate":\d{10})\d{3}/g;

/** What a stage says, with the sample ids in place of its own and whole seconds. */
function sampled(text: string, ids: Readonly<Record<string, string>>): unknown {
  const said = Object.entries(ids).reduce((rest, [sample, own]) => rest.replaceAll(own, sample), text);
  const elsewhere = said.replaceAll('mail.billing.example', SENDER_DOMAIN);
  return JSON.parse(elsewhere.replaceAll(MILLISECONDS, '000')) as unknown;
}

/** Measured, so that it may be equal twice by chance. */
const MEASURED = ['tookMs'];

/** What two answers have in common, and the sample of its kind where they differ. */
function settled(one: unknown, other: unknown, sample: unknown): unknown {
  if (one === other) return one;
  if (Array.isArray(one))
    return one.map((item, nth) =>
      settled(item, (other as unknown[])[nth], (sample as unknown[] | undefined)?.[nth]),
    );
  if (typeof one !== 'object' || one === null) return typeof sample === typeof one ? sample : one;
  const [second, known] = [other, sample ?? {}] as Record<string, unknown>[];
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => [
      name,
      MEASURED.includes(name) ? known![name] : settled(value, second![name], known![name]),
    ]),
  );
}
