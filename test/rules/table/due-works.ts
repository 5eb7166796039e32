import fc from 'fast-check';
import type { DueWork } from '../../../lib/table/work/due.ts';
import * as works from '../../../lib/table/work/works.ts';
import { id, reference, tenant } from './keys.ts';
import { newId } from './schema-values.ts';

const { refundWork, workIn: _, ...others } = works;

/** Anything that can be due. */
export const dueWorks: fc.Arbitrary<DueWork> = fc
  .record({ tenant, id, reference, newId })
  .chain(({ tenant, id, reference, newId }) =>
    fc.constantFrom<DueWork>(
      ...Object.entries(others).map(([name, make]) => {
        const isNamed = ['notificationWork', 'intentWork', 'checkoutWork'].includes(name);
        return make(tenant, isNamed ? reference : newId, id);
      }),
      refundWork('reconciliation', tenant, { subscriberId: newId, id }),
      refundWork('invoicing', tenant, { subscriberId: newId, id }),
    ),
  );
