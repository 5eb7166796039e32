import { ACTIONS, type Difference, type DifferenceKind } from '../../billing/difference.ts';
import { PAY } from '../../pages/console/provider-names.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { amount } from './parts.ts';
import { say } from '../../pages/say.ts';

/** The names of plans by their references. */
export type PlanNames = ReadonlyMap<string, string>;

/** The names of a tenant's plans, read only where something is about plans. */
export async function planNames(app: CoreApp & OfTenant, isAboutPlans: boolean): Promise<PlanNames> {
  if (!isAboutPlans) return new Map();
  const plans = await plansOf(app, { consistent: false });
  return new Map(plans.map(({ reference, name }) => [reference, name]));
}

/** Whether a difference names plans. */
export const isAboutPlans = ({ kind }: Pick<Difference, 'kind'>): boolean =>
  kind === 'plan_differs' || kind === 'unknown_here';

/** What is on record of a side that is made of parts. */
const LISTED = /^([A-Z_]+), plan (.+)$/;
const CHARGED = /^charged (\d+\.\d+) ([A-Z]{3})$/;
const ORDERED = /^(\d+\.\d+) ([A-Z]{3}), order (.+)$/;
const REFUND = /^A refund of (\d+\.\d+) ([A-Z]{3}) was asked for as (.*)\.$/;

/** What one side of a difference says, in the page's language; plans by their names, where those are known. */
export function sideSaid(side: string, plans: PlanNames = new Map()): string {
  const known = KNOWN()[side] ?? plans.get(side);
  if (known !== undefined) return known;
  const [, status = '', plan = ''] = LISTED.exec(side) ?? [];
  if (plan !== '') return inState(sideSaid(status), plans.get(plan) ?? plan);
  const [, sum = '', currency = ''] = CHARGED.exec(side) ?? [];
  if (sum !== '') return say(`charged ${amount(sum, currency)}`, `${amount(sum, currency)} tahsil edildi`);
  const [, price = '', of = '', order = ''] = ORDERED.exec(side) ?? [];
  if (price !== '')
    return say(`${amount(price, of)}, order ${order}`, `${amount(price, of)}, sipariş: ${order}`);
  const [, back = '', unit = '', calls = ''] = REFUND.exec(side) ?? [];
  return back === ''
    ? side
    : say(
        `a refund of ${amount(back, unit)} was asked for as ${calls}`,
        `${amount(back, unit)} iadesi şu numarayla istendi: ${calls}`,
      );
}

/** What stands on record of a side, as people say it. */
const KNOWN = (): Readonly<Record<string, string>> => ({
  nothing: say('nothing', 'kayıt yok'),
  'no invoice': say('no invoice', 'fatura yok'),
  'changed to another plan': say('changed to another plan', 'başka plana geçmiş'),
  'changed at the provider': say('changed there', 'orada değiştirilmiş'),
  'charges both': say('charges both', 'ikisinden de tahsil ediyor'),
  'cancelled in our records alone': say(
    'cancelled in our records alone',
    'yalnız bizim kayıtlarımızda iptal',
  ),
  'The reports of three days show nothing of it.': say(
    'the reports of three days show nothing of it',
    'üç günün raporlarında görünmüyor',
  ),
  'The reports do not show what was given back of this payment.': say(
    'the reports do not show what was given back of this payment',
    'bu ödemenin iadeleri raporlarda hiç görünmüyor',
  ),
  PENDING: say('not begun', 'başlamadı'),
  ACTIVE: say('active', 'sürüyor'),
  PAYMENT_FAILED: say('payment failed', 'ödeme alınamadı'),
  UNPAID: say('payment failed', 'ödeme alınamadı'),
  CANCELLED: say('cancelled', 'iptal edildi'),
  EXPIRED: say('ended', 'sona erdi'),
});

/** A state and its plan. */
const inState = (state: string, plan: string): string =>
  say(`${state}, plan ${plan}`, `${state}, plan: ${plan}`);

/** What a person can do about a difference. */
export const actionSaid = (kind: DifferenceKind): string =>
  ({
    charged_after_cancellation: say(
      ACTIONS.charged_after_cancellation,
      `Aboneliği, orada iptal edilmemişse ${PAY} tarafında iptal edin ve iptalden sonra alınanı orada iade edin.`,
    ),
    plan_differs: say(
      ACTIONS.plan_differs,
      `Planları yeniden alın ya da planı ${PAY} tarafında da değiştirin.`,
    ),
    status_differs: say(
      ACTIONS.status_differs,
      `Aboneyi ${PAY} kayıtlarından yeniden okuyun; iptal yalnız bizim kayıtlarımızdaysa ${PAY} tarafında da iptal edin.`,
    ),
    charge_without_invoice: say(
      ACTIONS.charge_without_invoice,
      `Aboneyi ${PAY} kayıtlarından yeniden okuyun; tahsilat yine faturasız kalırsa faturayı elle düzenleyin.`,
    ),
    unknown_at_provider: say(
      ACTIONS.unknown_at_provider,
      `Aboneliği ${PAY} panelinde arayın; başka bir hesaba ait olabilir.`,
    ),
    unknown_here: say(ACTIONS.unknown_here, `Aboneliği içe aktarın ya da ${PAY} tarafında iptal edin.`),
    refund_unconfirmed: say(
      ACTIONS.refund_unconfirmed,
      `İadeyi ${PAY} panelinde ödemeye ve tutara göre arayın; servisi işleten onu yapıldı ya da yapılmadı olarak kapatsın.`,
    ),
    second_subscription: say(
      ACTIONS.second_subscription,
      'Müşteriye iki abonelikten hangisinin kalacağını sorun, ötekini iptal edin.',
    ),
  })[kind];
