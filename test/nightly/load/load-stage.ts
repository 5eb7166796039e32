import { startRunning, type Running } from '../../flows/cloud/running.ts';
import { startOwnReceiver, type OwnReceiver } from '../../faults/own-receiver.ts';
import { publish, type Publication } from './load-publisher.ts';
import { makeShops, makeSubjects, type LoadShop, type Subject } from './load-shops.ts';

/** What is published to whom. */
export interface LoadProfile {
  readonly events: number;
  readonly perSecond: number;
  readonly tenants: number;
  /** So many of the tenants have a receiver that accepts connections and never answers. */
  readonly silent: number;
  /** The receivers of those do answer, but only after so many ms. */
  readonly lateMs?: number;
  /** So many more events at once for the silent ones, while the others' are published. */
  readonly burst?: number;
}

/** A local cloud under load, of which every function has started. */
export interface LoadStage {
  readonly running: Running;
  readonly shops: readonly LoadShop[];
  readonly receiver: OwnReceiver;
  /** Whether the receiver behind this path belongs to a tenant that is silenced. */
  readonly isSilent: (path: string) => boolean;
  /** From now on those accept connections and never answer, or answer late; until then everybody answers at once. */
  readonly silence: () => void;
  readonly publish: () => Promise<Publication>;
}

/** Uses a local cloud of its own with the profile's tenants, and stops it. */
export async function onLoadStage<T>(
  profile: LoadProfile,
  use: (stage: LoadStage) => Promise<T>,
): Promise<T> {
  let silence = false;
  const isSilent = (path: string) => Number(path.slice('/load-'.length)) < profile.silent;
  const { lateMs } = profile;
  const isHeldBack = (path: string) => silence && isSilent(path);
  const receiver = await startOwnReceiver(
    (path) => (lateMs === undefined && isHeldBack(path) ? 'silence' : 200),
    (path) => (lateMs !== undefined && isHeldBack(path) ? lateMs : 0),
  );
  const running = await startRunning({ empty: true, allow: [receiver.host] });
  try {
    const shops = await makeShops(running, profile.tenants, receiver.url);
    const subjects = await makeSubjects(running, shops);
    await publish(running, shops, subjects, { ...profile, events: subjects.length }); // every function has started then
    await running.settle();
    return await use({
      running,
      shops,
      receiver,
      isSilent,
      silence: () => void (silence = true),
      publish: () => publishBeside(running, shops, subjects, profile),
    });
  } finally {
    await running.stop();
    await receiver.stop();
  }
}

/** What the profile says; with a burst that of the silent tenants at once, beside the steady events of the others. */
async function publishBeside(
  running: Running,
  shops: readonly LoadShop[],
  subjects: readonly Subject[],
  { burst, silent, ...profile }: LoadProfile,
): Promise<Publication> {
  if (burst === undefined) return publish(running, shops, subjects, profile);
  const ofSilent = (subject: Subject) => subject.shop < silent;
  const others = subjects.filter((subject) => !ofSilent(subject));
  const [beside, atOnce] = await Promise.all([
    publish(running, shops, others, profile),
    publish(running, shops, subjects.filter(ofSilent), { events: burst, perSecond: 1_000 }),
  ]);
  return {
    published: beside.published + atOnce.published,
    publishedOf: beside.publishedOf.map((count, nth) => count + (atOnce.publishedOf[nth] ?? 0)),
    refused: new Map([...beside.refused, ...atOnce.refused]),
    perSecond: beside.perSecond,
  };
}
