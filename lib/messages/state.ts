import { bySchedule } from '../billing/timeline.ts';
import type { CoreApp } from '../runtime/app.ts';
import { messageInState, type StoredMessage } from '../table/messages/messages.ts';
import { transitionPut } from '../table/subscribers/timeline.ts';
import { conflictOf } from '../table/table.ts';
import type { MessageState } from './kinds.ts';

/** A message that has left SES or come to its end, with the entry in its customer's timeline when it has left. */
export async function recordState(
  app: CoreApp,
  message: StoredMessage,
  state: MessageState,
): Promise<'recorded' | 'changed'> {
  const sentAt = message.sentAt ?? message.handedAt ?? app.clock();
  const { tenant, subscriberId, kind, id } = message;
  const hasLeft = message.sentAt === null && subscriberId !== null;
  const entry = hasLeft
    ? [
        transitionPut(
          tenant,
          { subscriberId, what: 'message_sent', at: sentAt, from: null, to: kind, about: id },
          bySchedule,
        ),
      ]
    : [];
  const conflict = await conflictOf(() =>
    app.table.write([messageInState(message, state, sentAt), ...entry]),
  );
  return conflict ? 'changed' : 'recorded';
}
