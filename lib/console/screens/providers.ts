import { html, type Html } from '../../pages/html.ts';
import { readAccount, type Account } from '../../account/account.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { block, facts, field, head, hidden, mark, time, to } from './parts.ts';
import { whoMay } from './subscriber.ts';

const HEALTH = {
  healthy: ['good', 'Connected'],
  refused: ['bad', 'Refuses this account'],
  silent: ['bad', 'Does not answer'],
} as const;

/** The providers of payments and invoices, and how they do. */
export const providers: Screen = {
  place: 'providers',
  show: async (visit) => {
    const account = await readAccount(visit.app, visit.tenant.id);
    const may = mayDo(visit.person.roles, 'connections');
    return {
      title: 'Providers',
      content: html`${head('Providers')}
<section class="stack" aria-labelledby="iyzico"><div class="head"><h2 id="iyzico">iyzico, payments</h2>${may && html`<a class="button" href="${to('pay-account')}">${account.tenant.pay ? 'Change the credentials' : 'Connect iyzico'}</a>`}</div>${payPart(account)}</section>
${block('parasut', 'Paraşüt, invoices', invoicingPart(account), may && html`<a class="button" href="${to('acct-account')}">${account.tenant.acct ? 'Change the account' : 'Connect Paraşüt'}</a>`)}
${!may && html`<p>${whoMay('connections')}</p>`}`,
    };
  },
};

function payPart({ tenant, payHealth, notificationUrl, lastNotificationAt }: Account): Html {
  if (!tenant.pay) return html`<p>It is not connected: nobody can subscribe yet.</p>`;
  const [kind, word] = HEALTH[payHealth.state];
  const verified =
    lastNotificationAt === null
      ? html`${mark('warm', 'Not verified')} No notification has arrived yet. Enter the address in iyzico’s panel; renewals are found without it too, up to two hours later.`
      : html`${mark('good', 'Verified')} The last notification came ${time(lastNotificationAt)}.`;
  return facts([
    ['State', html`${mark(kind, word)}${payHealth.since !== null && html` since ${time(payHealth.since)}`}`],
    [
      'Merchant number',
      tenant.pay.merchantId ??
        html`${mark('warm', 'Not given')} Enter it with the present API key: no other account can be connected before.`,
    ],
    ['Notification address', html`<code class="id">${notificationUrl ?? 'none'}</code>`],
    ['Address entered there', verified],
    ['Signatures', tenant.notificationsSigned ? 'required' : 'not required'],
  ]);
}

function invoicingPart({ tenant: { acct } }: Account): Html {
  if (!acct) return html`<p>It is not connected: payments are recorded, and no documents are made.</p>`;
  const { coverage } = acct;
  const isSet = (set: boolean | undefined, without: string) => {
    if (set === undefined) return 'not known';
    return set ? 'set' : html`${mark('warm', 'Not set')} ${without}`;
  };
  return facts([
    ['State', mark('good', 'Connected')],
    ['Accounts for payments', coverage?.moneyAccounts.join(', ') || 'none: payments are not recorded there'],
    [
      'Address for purchases without one',
      isSet(coverage?.hasDefaultAddress, 'Their documents end in an error.'),
    ],
    ['Carrier of goods', isSet(coverage?.hasCarrier, 'No document of goods can be made.')],
  ]);
}

/** The form with the credentials for the payment provider. */
export const payAccount: Screen = {
  place: 'providers',
  needs: 'connections',
  show: async (visit) => {
    const { pay } = visit.tenant;
    const isLocalFirst = pay === null && visit.app.settings.loopbackAllowed.length > 0;
    return {
      title: 'Connect iyzico',
      content: html`${head('Connect iyzico', [to('providers'), 'Providers'])}
<p class="prose">The credentials are in iyzico’s panel under Settings, Merchant settings. They are tried with one harmless call before they are stored; they are encrypted, and never shown again.</p>
<form class="stack roomy" method="post" action="/console/connect-pay">${hidden(visit)}
${field(visit, 'apiKey', 'API key')}
${field(visit, 'secretKey', 'Secret key', { type: 'password' })}
${field(visit, 'merchantId', 'Merchant number', { hint: 'From the settings of your iyzico panel', value: pay?.merchantId ?? '' })}
${isLocalFirst && field(visit, 'baseUrl', 'Address of the sandbox', { hint: 'On this machine', isOptional: true })}
<div class="answer"><button class="primary">Check and connect</button><a class="button" href="${to('providers')}">Back, change nothing</a></div></form>`,
    };
  },
};
