import type { Invoice } from '../../lib/billing/invoice.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { reconciled, NOW, order, atProvider } from './given.ts';

export const after = (before: Subscription, orders = [order()], known?: Invoice, now = NOW) =>
  reconciled(before, atProvider(orders), () => known, now);
export const failing = (...failures: number[]) => order({ status: 'FAILED', failures, paidAt: null });
export const causes = ({ events }: ReturnType<typeof after>) => events.map(({ cause }) => cause);
