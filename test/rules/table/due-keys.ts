import fc from 'fast-check';
import type { DueRecord } from '../../../lib/table/work/due.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Key } from '../../../lib/table/table.ts';
import { id, reference, tenant } from './keys.ts';
import { newId } from './schema-values.ts';

/** Anything that can be due, with its key. */
export const dueKeys: fc.Arbitrary<readonly [Key, DueRecord]> = fc
  .record({ tenant, id, reference, newId })
  .chain(({ tenant, id, reference, newId }) =>
    fc.constantFrom<readonly [Key, DueRecord]>(
      [key.checkout(newId), { is: 'checkout', token: newId }],
      [key.event(tenant, { id }), { is: 'event', tenant, id }],
      [key.subscriber(tenant, { id: newId }), { is: 'subscriber', tenant, id: newId }],
      [key.reference(tenant, reference), { is: 'reference', tenant, reference }],
      [key.intent(tenant, reference), { is: 'intent', tenant, reference }],
      [key.notification(tenant, reference), { is: 'notification', tenant, reference }],
      [key.invoice(tenant, id, { id: newId }), { is: 'invoice', tenant, subscriberId: id, id: newId }],
    ),
  );
