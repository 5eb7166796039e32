import type { Charge } from '../shapes.ts';
import { call } from './calls.ts';
import { element, mark, part, showRows, when } from './elements.ts';

const SHOWN_MAX = 200;

/** Every charge that the provider tried for the tenant, newest first. */
export async function showLedger(tenant: string): Promise<void> {
  const { charges } = await call<{ charges: Charge[] }>(
    'GET',
    `/console/ledger?tenant=${encodeURIComponent(tenant)}`,
  );
  const section = part('#ledger');
  showRows(section, charges.length > 0);
  const head = ['Time', 'Amount', 'Outcome', 'Customer', 'For'].map((name) =>
    element('th', { scope: 'col' }, name),
  );
  part('#ledger .scroll').replaceChildren(
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...charges.slice(-SHOWN_MAX).reverse().map(rowOf)),
    ),
  );
}

function rowOf({ time, customerEmail, kind, amount, currency, status, errorCode }: Charge): HTMLElement {
  return element(
    'tr',
    {},
    element('td', { class: 'brief' }, when(time)),
    element('td', { class: 'brief' }, `${amount} ${currency}`),
    element(
      'td',
      { class: 'brief' },
      status === 'SUCCESS' ? mark('paid', 'good') : mark(`refused ${errorCode ?? ''}`, 'bad'),
    ),
    element('td', {}, customerEmail),
    element('td', {}, kind === 'order' ? 'subscription' : 'card check'),
  );
}
