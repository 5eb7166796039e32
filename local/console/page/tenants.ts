import type { DemoTenant } from '../../demo-tenant.ts';
import type { ConsoleState } from '../shapes.ts';
import { element, pairs, part } from './elements.ts';

/** Every link to the tenant's own console, which signs in at once. */
const CONSOLE_LINKS = 'a.own-console';

/** The selected tenant's keys, secrets and plans, with copy buttons, and the way to its own console. */
export function showTenant(tenant: DemoTenant): void {
  for (const link of document.querySelectorAll(CONSOLE_LINKS))
    link.setAttribute('href', `/sign-in?tenant=${encodeURIComponent(tenant.name)}`);
  part('#keys').replaceChildren(
    element('h3', {}, `Tenant ${tenant.name}`),
    pairs({
      'X-Api-Key': tenant.apiKey,
      'X-Api-Secret': tenant.apiSecret,
      'Webhook secret': tenant.webhookSecret,
      'Webhook URL at first': tenant.webhookUrl,
      'Chat URL at first': tenant.chatUrl,
      'Provider notifications': tenant.notificationUrl,
      'Provider API key': tenant.pay.apiKey,
      'Provider secret key': tenant.pay.secretKey,
      'Provider merchant id': tenant.pay.merchantId,
    }),
    element('h3', {}, 'Plans'),
    pairs(
      Object.fromEntries(
        tenant.plans.map(({ name, active, referenceCode }) => [
          active ? name : `${name} (not sold)`,
          referenceCode,
        ]),
      ),
    ),
  );
}

/** What all tenants share: links, test cards, addresses. */
export function showSurroundings({ urls, cards }: ConsoleState): void {
  const links = { Documentation: urls.docs, 'API description': urls.description };
  part('#links').prepend(
    ...Object.entries(links).flatMap(([name, href]) => (href === null ? [] : [element('a', { href }, name)])),
  );
  part('#cards').replaceChildren(
    pairs(Object.fromEntries(cards.map(({ number, outcome }) => [outcome, number]))),
  );
  part('#addresses').replaceChildren(
    pairs({
      API: urls.api,
      Control: urls.control,
      'Payment provider': urls.pay,
      'Invoicing provider': urls.acct,
      'Exchange rates': urls.rates,
    }),
  );
}
