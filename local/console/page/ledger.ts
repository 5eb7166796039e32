import type { Charge, GivenBack } from '../shapes.ts';
import { call } from './calls.ts';
import { element, mark, part, showRows, when } from './elements.ts';

const SHOWN_MAX = 200;

/** A line of the provider's books. */
interface Line {
  readonly time: number;
  readonly amount: string;
  readonly outcome: HTMLElement;
  readonly customer: string;
  readonly what: string;
}

/** Every charge that the provider tried for the tenant, and what was given back, newest first. */
export async function showLedger(tenant: string): Promise<void> {
  const { charges, givenBack } = await call<{ charges: Charge[]; givenBack: GivenBack[] }>(
    'GET',
    `/console/ledger?tenant=${encodeURIComponent(tenant)}`,
  );
  const section = part('#ledger');
  showRows(section, charges.length > 0);
  const head = ['Time', 'Amount', 'Outcome', 'Customer', 'For'].map((name) =>
    element('th', { scope: 'col' }, name),
  );
  const lines = [...linesOf(charges), ...givenBack.map((one) => refundLine(one, charges))];
  const newest = lines.toSorted((a, b) => b.time - a.time).slice(0, SHOWN_MAX);
  part('#ledger .scroll').replaceChildren(
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...newest.map(rowOf)),
    ),
  );
}

/** Charges as they were tried: an order that was tried before is tried again. */
function linesOf(charges: readonly Charge[]): Line[] {
  const tried = new Set<string>();
  return charges.map(({ time, amount, currency, status, errorCode, customerEmail, orderReferenceCode }) => {
    const isAgain = orderReferenceCode !== null && tried.has(orderReferenceCode);
    if (orderReferenceCode !== null) tried.add(orderReferenceCode);
    const outcome = status === 'SUCCESS' ? mark('paid', 'good') : mark(`refused ${errorCode ?? ''}`, 'bad');
    const order = isAgain ? 'subscription, tried again' : 'subscription';
    const what = orderReferenceCode === null ? 'card check' : order;
    return { time, amount: `${amount} ${currency}`, outcome, customer: customerEmail, what };
  });
}

function refundLine(
  { createdDate, paymentId, amount, currency, status, errorCode, by }: GivenBack,
  charges: readonly Charge[],
): Line {
  return {
    time: createdDate,
    amount: `${status === 1 ? '−' : ''}${amount} ${currency}`,
    outcome: status === 1 ? mark('given back') : mark(`refused ${errorCode ?? ''}`, 'bad'),
    customer: charges.find((one) => one.paymentId === paymentId)?.customerEmail ?? '',
    what: by === 'panel' ? 'refund in the panel' : 'refund',
  };
}

function rowOf({ time, amount, outcome, customer, what }: Line): HTMLElement {
  return element(
    'tr',
    {},
    element('td', { class: 'brief' }, when(time)),
    element('td', { class: 'brief' }, amount),
    element('td', { class: 'brief' }, outcome),
    element('td', {}, customer),
    element('td', {}, what),
  );
}
