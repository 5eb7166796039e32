import type { Difference } from '../../billing/difference.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { LIST_WORDS } from '../../pages/console/list-words.ts';
import { language } from '../say.ts';
import { amount } from './parts.ts';

/** The names of plans by their references. */
export type PlanNames = ReadonlyMap<string, string>;

/** The names of a tenant's plans, read only where something is about plans. */
export async function planNames(app: CoreApp, tenant: string, isAboutPlans: boolean): Promise<PlanNames> {
  if (!isAboutPlans) return new Map();
  const plans = await plansOf(app, tenant, { consistent: false });
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
  const words = LIST_WORDS[language()].differenceSides;
  const known = (words.texts as Readonly<Record<string, string>>)[side] ?? plans.get(side);
  if (known !== undefined) return known;
  const [, status = '', plan = ''] = LISTED.exec(side) ?? [];
  if (plan !== '') return words.listed(sideSaid(status), plans.get(plan) ?? plan);
  const [, sum = '', currency = ''] = CHARGED.exec(side) ?? [];
  if (sum !== '') return words.charged(amount(sum, currency));
  const [, price = '', of = '', order = ''] = ORDERED.exec(side) ?? [];
  if (price !== '') return words.ordered(amount(price, of), order);
  const [, back = '', unit = '', calls = ''] = REFUND.exec(side) ?? [];
  return back === '' ? side : words.refund(amount(back, unit), calls);
}
