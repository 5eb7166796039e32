import type { Result } from '../../../bench/result.ts';
import type { Running } from '../../flows/cloud/running.ts';
import type { Copies } from './copies.ts';
import type { Hostile } from './hostile.ts';
import type { HostileReceiver } from './receiver.ts';

/** What an attack is made with. */
export interface Ground {
  readonly cloud: Running;
  readonly copies: Copies;
  readonly receiver: HostileReceiver;
  readonly hostile: Hostile;
  /** About when the neighbour's daily work falls due (epoch ms of the moved clock). */
  readonly moment: number;
  /** Nobody else attacks at the same moment: what is not the neighbour's is of this attack. */
  readonly isAlone: boolean;
}

/** An attack that is prepared, and may begin. */
export interface Assault {
  /** Done when all that the tenant sends by itself has been sent. */
  strike(): Promise<void>;
  /** What the attack itself is held to, beside the neighbour's promises. */
  results?(): Promise<Result[]> | Result[];
  /** Ends what would go on by itself. */
  heal?(): Promise<void>;
}

/** One way in which a tenant hurts the others. */
export interface Attack {
  readonly name: string;
  /** How much of it the gate plays, and how much is played by hand. */
  readonly modest: number;
  readonly full: number;
  /** At its full size it keeps something under way for minutes: the clock cannot be moved, and time passes as it does. */
  readonly neverSettles?: true;
  prepare(ground: Ground, size: number): Promise<Assault>;
}

/** A call of the functions to the payment provider. */
interface ProviderCall {
  readonly function: string;
  readonly resource: string;
}

/** Forgets what was called until now. */
export async function forgetCalls({ cloud }: Ground): Promise<void> {
  await cloud.json('DELETE', `${cloud.stack.controlUrl}/calls`);
}

/** Every call of the payment provider since, for whichever tenant. */
export async function providerCalls({ cloud }: Ground): Promise<ProviderCall[]> {
  const { controlUrl, payUrl } = cloud.stack;
  const { calls } = (await cloud.json('GET', `${controlUrl}/calls`)) as unknown as { calls: ProviderCall[] };
  return calls.filter(({ resource }) => resource.includes(new URL(payUrl).host));
}

/** Does something so many times, some at once; answers how often it ended in which way. */
export async function burst(
  many: number,
  atOnce: number,
  one: (nth: number) => Promise<unknown>,
): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  let next = 0;
  const worker = async () => {
    while (next < many) {
      const end = String(await one(next++));
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, many) }, worker));
  return ends;
}

/** What is true of the hostile tenant's account at the payment provider until it is healed. */
export function behaviourOf({ cloud, hostile }: Pick<Ground, 'cloud' | 'hostile'>) {
  const { merchantId } = hostile.merchant;
  const address = `${cloud.stack.payUrl}/sandbox/behaviour`;
  return {
    set: (how: Record<string, unknown>) => cloud.json('POST', address, { merchantId, ...how }),
    heal: async () => void (await cloud.json('DELETE', `${address}?merchantId=${merchantId}`)),
  };
}
