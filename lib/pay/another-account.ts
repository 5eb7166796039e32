import { Refusal } from '../refusal.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import type { Pay, PayAnswer, PayFailure } from './pay.ts';

/** What belongs to a merchant account of the provider. */
export interface OfMerchant {
  readonly merchantId: string;
}

/** The merchant account that a tenant has now. Throws `provider_not_configured`. */
export function merchantOf({ pay }: Pick<Tenant, 'pay'>): string {
  if (!pay) throw new Refusal('provider_not_configured');
  return pay.merchantId;
}

/** Whether a record belongs to another merchant account than the tenant's. */
export const isElsewhere = ({ pay }: Pick<Tenant, 'pay'>, { merchantId }: OfMerchant): boolean =>
  pay !== null && merchantId !== pay.merchantId;

/** The client where it is asked about another account: what it finds counts, what it does not find is silence. */
export function asAnotherAccount(app: CoreApp & WithTenant, pay: Pay): Pay {
  const { id: tenant } = app.tenant;
  const asked =
    <Asked extends unknown[], T>(
      about: 'form' | 'subscription' | 'customer' | 'purchases' | 'order',
      call: (...asked: Asked) => Promise<PayAnswer<T>>,
      isAbsence: (answer: PayAnswer<T>) => boolean,
    ) =>
    async (...asked: Asked): Promise<PayAnswer<T>> => {
      const answer = await call(...asked);
      if (!isAbsence(answer)) return answer;
      app.log.measure('OtherAccountAsked', 1, about, { tenant });
      return { ok: false, is: 'otherAccount' };
    };
  const isSilent = (answer: PayAnswer<unknown>) => !answer.ok && UNREADABLE.has(answer.is);
  const isRefused = (answer: PayAnswer<unknown>) => !answer.ok && UNKNOWN_THERE.has(answer.is);
  return {
    ...pay,
    readForm: asked('form', (token) => pay.readForm(token), isSilent),
    readSubscription: asked('subscription', (reference) => pay.readSubscription(reference), isSilent),
    lineage: asked('subscription', (reference) => pay.lineage(reference), isSilent),
    readCustomer: asked('customer', (reference) => pay.readCustomer(reference), isSilent),
    search: asked(
      'purchases',
      (filter) => pay.search(filter),
      (answer) => (answer.ok ? answer.value.length === 0 : isSilent(answer)),
    ),
    searchPurchases: asked(
      'purchases',
      (...given) => pay.searchPurchases(...given),
      (answer) =>
        answer.ok ? answer.value.found.length === 0 && answer.value.next === null : isSilent(answer),
    ),
    activate: asked('subscription', (reference) => pay.activate(reference), isRefused),
    upgrade: asked('subscription', (ask) => pay.upgrade(ask), isRefused),
    cancel: asked('subscription', (reference) => pay.cancel(reference), isRefused),
    retryOrder: asked('order', (reference) => pay.retryOrder(reference), isRefused),
    openCardForm: asked('subscription', (ask) => pay.openCardForm(ask), isRefused),
    correctCustomer: asked('customer', (...given) => pay.correctCustomer(...given), isRefused),
  };
}

const UNKNOWN_THERE: ReadonlySet<PayFailure['is']> = new Set(['notFound', 'planNotFound']);
/** To a read, a code that nothing explains may say the same. */
const UNREADABLE: ReadonlySet<PayFailure['is']> = new Set([...UNKNOWN_THERE, 'unclear']);
