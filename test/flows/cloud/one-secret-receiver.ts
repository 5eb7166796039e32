import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { startOwnReceiver, type OwnReceiver, type Posted } from '../../faults/own-receiver.ts';

/** Longer than a delivery signed a moment ago is on its way on one machine. */
const ON_THE_WAY_MS = 1_000;

/** A tenant's receiver as its owner has deployed it: it checks one header with one secret, and can be out of order. */
export interface OneSecretReceiver extends OwnReceiver {
  /** What is answered: to all, or, where it is in order, by whether the signature fits. */
  is: 'in order' | 'broken' | 'being deployed';
  /** Puts a secret in place; meanwhile everything is turned away unread, and comes again. */
  deploy(secret: string, meanwhile?: () => Promise<unknown>): Promise<void>;
  /** What it took, and what failed its check. */
  readonly verified: readonly Posted[];
  readonly unverified: readonly Posted[];
}

const ANSWERS = { 'in order': 200, broken: 500, 'being deployed': 503 } as const;
const UNVERIFIED = 401;

/** Starts one that is in order and knows no secret yet. */
export async function startOneSecretReceiver(): Promise<OneSecretReceiver> {
  let secret = '';
  const fits = ({ headers, body }: Pick<Posted, 'headers' | 'body'>) =>
    headers['x-svc-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const own = await startOwnReceiver((_path, _eventId, arrived) =>
    receiver.is === 'in order' && !fits(arrived) ? UNVERIFIED : ANSWERS[receiver.is],
  );
  const answered = (status: number) => own.history.filter((one) => one.status === status);
  const receiver: OneSecretReceiver = {
    ...own,
    is: 'in order',
    async deploy(next, meanwhile = () => Promise.resolve()) {
      receiver.is = 'being deployed';
      await meanwhile();
      await setTimeout(ON_THE_WAY_MS);
      secret = next;
      receiver.is = 'in order';
    },
    get verified() {
      return answered(200);
    },
    get unverified() {
      return answered(UNVERIFIED);
    },
  };
  return receiver;
}
