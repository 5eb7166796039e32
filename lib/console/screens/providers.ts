import { say } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Html } from '../../pages/html.ts';
import { readAccount, type Account } from '../../account/account.ts';
import type { Right } from '../../billing/rights.ts';
import { addressesFor } from '../../wire/account.ts';
import { mayDo, rightsOf } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { field, form } from './forms.ts';
import { block, facts, head, mark, time, to, whoMay } from './parts.ts';

const HEALTH = () =>
  ({
    healthy: ['good', sayOnScreen().providers.connected],
    refused: ['bad', sayOnScreen().providers.refuses],
    silent: ['bad', sayOnScreen().providers.silent],
  }) as const;

/** The providers of payments and invoices, and how they do. */
export const providers: Screen = {
  place: 'providers',
  show: async (visit) => {
    const account = await readAccount(visit.app, visit.tenant.id);
    const may = mayDo(visit.person.roles, 'connections');
    return {
      title: sayOnScreen().providers.title,
      content: html`${head(sayOnScreen().providers.title)}
<section class="stack" aria-labelledby="pay"><div class="head"><h2 id="pay">${sayOnScreen().providers.pay}</h2>${may && html`<a class="button" href="${to('pay-account')}">${account.tenant.pay ? sayOnScreen().providers.changeCredentials : sayOnScreen().providers.connectPay}</a>`}</div>${payPart(account, rightsOf(visit.person.roles))}</section>
${block('acct', sayOnScreen().providers.acct, invoicingPart(account), may && html`<a class="button" href="${to('acct-account')}">${account.tenant.acct ? sayOnScreen().providers.changeAccount : sayOnScreen().providers.connectAcct}</a>`)}
${!may && html`<p>${whoMay('connections')}</p>`}`,
    };
  },
};

function payPart(
  { tenant, payHealth, notificationUrl, lastNotificationAt }: Account,
  rights: readonly Right[],
): Html {
  if (!tenant.pay) return html`<p>${sayOnScreen().providers.payNone}</p>`;
  const [kind, word] = HEALTH()[payHealth.state];
  const verified =
    lastNotificationAt === null
      ? html`${mark('warm', sayOnScreen().providers.notVerified)} ${sayOnScreen().providers.noneArrived}`
      : html`${mark('good', sayOnScreen().providers.verified)} ${sayOnScreen().providers.lastCame(time(lastNotificationAt))}`;
  return facts([
    [
      sayOnScreen().providers.state,
      html`${mark(kind, word)}${payHealth.since !== null && html` ${sayOnScreen().providers.since(time(payHealth.since))}`}`,
    ],
    [sayOnScreen().providers.merchant, tenant.pay.merchantId],
    [
      sayOnScreen().providers.address,
      html`<code class="id">${addressesFor(rights).notifications(notificationUrl) ?? sayOnScreen().providers.none}</code>`,
    ],
    [sayOnScreen().providers.entered, verified],
    [
      sayOnScreen().providers.signatures,
      tenant.notificationsSigned ? sayOnScreen().providers.required : sayOnScreen().providers.notRequired,
    ],
  ]);
}

function invoicingPart({ tenant: { acct } }: Account): Html {
  if (!acct) return html`<p>${sayOnScreen().providers.acctNone}</p>`;
  const { coverage } = acct;
  const isSet = (set: boolean | undefined, without: string) => {
    if (set === undefined) return sayOnScreen().providers.notKnown;
    return set
      ? sayOnScreen().providers.isSet
      : html`${mark('warm', sayOnScreen().providers.notSet)} ${without}`;
  };
  return facts([
    [sayOnScreen().providers.state, mark('good', sayOnScreen().providers.connected)],
    ...(coverage?.trialCompany === undefined
      ? []
      : [
          [
            sayOnScreen().providers.trialCompany,
            sayOnScreen().providers.confirmed(coverage.trialCompany),
          ] as const,
        ]),
    [
      sayOnScreen().providers.accounts,
      coverage?.moneyAccounts.join(', ') || sayOnScreen().providers.noAccounts,
    ],
    [
      sayOnScreen().providers.addressWithout,
      isSet(coverage?.hasDefaultAddress, sayOnScreen().providers.endInError),
    ],
    [sayOnScreen().providers.carrier, isSet(coverage?.hasCarrier, sayOnScreen().providers.noGoods)],
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
      title: sayOnScreen().providers.connectPay,
      content: html`${head(sayOnScreen().providers.connectPay, [to('providers'), sayOnScreen().providers.title])}
<p class="prose">${sayOnScreen().providers.paySaid}</p>
${form(
  visit,
  'connect-pay',
  { saved: SAVED['connect-pay'](visit.tenant), kind: 'stack roomy' },
  (of) => html`${field(of, 'apiKey', sayOnScreen().providers.apiKey)}
${field(of, 'secretKey', sayOnScreen().providers.secretKey, { type: 'password' })}
${field(of, 'merchantId', sayOnScreen().providers.merchant, { hint: sayOnScreen().providers.merchantHint })}
${isLocalFirst && field(of, 'baseUrl', sayOnScreen().providers.sandbox, { hint: sayOnScreen().providers.onMachine, isOptional: true })}
<div class="answer"><button class="primary">${sayOnScreen().providers.checkConnect}</button><a class="button" href="${to('providers')}">${say().actions.back}</a></div>`,
)}`,
    };
  },
};
