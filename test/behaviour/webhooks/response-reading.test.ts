import { describe, expect, test } from 'vitest';
import { deliveryMessageFrom } from '../../../lib/queue/messages.ts';
import { nextAttempt } from '../../../lib/webhooks/schedule.ts';
import { Stage } from './stage.ts';

const UUID = '0198f2d4-0000-7000-8000-00000000000a';
const good = { tenantId: 'acme', eventId: UUID, attempt: 11 };

describe('a message of the queue', () => {
  test('is read without unknown fields', () => {
    expect(deliveryMessageFrom({ ...good, url: 'https://elsewhere.example' })).toStrictEqual(good);
  });

  test.each([undefined, null, 17, ''])('must name a tenant, unlike %j', (tenantId) => {
    const refused = expect.objectContaining({
      name: 'Malformed',
      message: 'cannot be read: tenantId',
    }) as Error;
    expect(() => deliveryMessageFrom({ ...good, tenantId })).toThrow(refused);
  });

  test.each([null, 17, 'acme'])('must be an object, unlike %j', (body) => {
    expect(() => deliveryMessageFrom(body)).toThrow('cannot be read: ');
  });

  test.each([undefined, 17, '', 'x', `x${UUID}`, `${UUID}x`, `${UUID}\n`, UUID.toUpperCase(), [UUID]])(
    'must name an event by its whole id, unlike %j',
    (eventId) => {
      expect(() => deliveryMessageFrom({ ...good, eventId })).toThrow('cannot be read: eventId');
    },
  );

  test.each([undefined, null, 0, -1, 1.5, '1', 2 ** 53])('must name an attempt, unlike %j', (attempt) => {
    expect(() => deliveryMessageFrom({ ...good, attempt })).toThrow('cannot be read: attempt');
  });
});

describe('the message of the next attempt', () => {
  test('goes to the group of its tenant, with a delay only if there is one', async () => {
    const stage = new Stage();
    const record = await stage.stored(await stage.happened());
    const body = { tenantId: 'acme', eventId: record.id, attempt: 1 };
    expect(nextAttempt(record)).toStrictEqual({ body, group: 'acme' });
    expect(nextAttempt(record, 60)).toStrictEqual({ body, group: 'acme', delaySeconds: 60 });
  });
});
