import { say } from '../say.ts';
import { html, type Html } from '../../pages/html.ts';
import { readAccount, type Account } from '../../account/account.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { block, facts, field, head, hidden, mark, time, to } from './parts.ts';
import { whoMay } from './subscriber.ts';

const HEALTH = () =>
  ({
    healthy: ['good', say().providers.connected],
    refused: ['bad', say().providers.refuses],
    silent: ['bad', say().providers.silent],
  }) as const;

/** The providers of payments and invoices, and how they do. */
export const providers: Screen = {
  place: 'providers',
  show: async (visit) => {
    const account = await readAccount(visit.app, visit.tenant.id);
    const may = mayDo(visit.person.roles, 'connections');
    return {
      title: say().providers.title,
      content: html`${head(say().providers.title)}
<section class="stack" aria-labelledby="iyzico"><div class="head"><h2 id="iyzico">${say().providers.pay}</h2>${may && html`<a class="button" href="${to('pay-account')}">${account.tenant.pay ? say().providers.changeCredentials : say().providers.connectPay}</a>`}</div>${payPart(account)}</section>
${block('parasut', say().providers.acct, invoicingPart(account), may && html`<a class="button" href="${to('acct-account')}">${account.tenant.acct ? say().providers.changeAccount : say().providers.connectAcct}</a>`)}
${!may && html`<p>${whoMay('connections')}</p>`}`,
    };
  },
};

function payPart({ tenant, payHealth, notificationUrl, lastNotificationAt }: Account): Html {
  if (!tenant.pay) return html`<p>${say().providers.payNone}</p>`;
  const [kind, word] = HEALTH()[payHealth.state];
  const verified =
    lastNotificationAt === null
      ? html`${mark('warm', say().providers.notVerified)} ${say().providers.noneArrived}`
      : html`${mark('good', say().providers.verified)} ${say().providers.lastCame(time(lastNotificationAt))}`;
  return facts([
    [
      say().providers.state,
      html`${mark(kind, word)}${payHealth.since !== null && html` ${say().providers.since(time(payHealth.since))}`}`,
    ],
    [
      say().providers.merchant,
      tenant.pay.merchantId ?? html`${mark('warm', say().providers.notGiven)} ${say().providers.enterIt}`,
    ],
    [say().providers.address, html`<code class="id">${notificationUrl ?? say().providers.none}</code>`],
    [say().providers.entered, verified],
    [
      say().providers.signatures,
      tenant.notificationsSigned ? say().providers.required : say().providers.notRequired,
    ],
  ]);
}

function invoicingPart({ tenant: { acct } }: Account): Html {
  if (!acct) return html`<p>${say().providers.acctNone}</p>`;
  const { coverage } = acct;
  const isSet = (set: boolean | undefined, without: string) => {
    if (set === undefined) return say().providers.notKnown;
    return set ? say().providers.isSet : html`${mark('warm', say().providers.notSet)} ${without}`;
  };
  return facts([
    [say().providers.state, mark('good', say().providers.connected)],
    [say().providers.accounts, coverage?.moneyAccounts.join(', ') || say().providers.noAccounts],
    [say().providers.addressWithout, isSet(coverage?.hasDefaultAddress, say().providers.endInError)],
    [say().providers.carrier, isSet(coverage?.hasCarrier, say().providers.noGoods)],
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
      title: say().providers.connectPay,
      content: html`${head(say().providers.connectPay, [to('providers'), say().providers.title])}
<p class="prose">${say().providers.paySaid}</p>
<form class="stack roomy" method="post" action="/console/connect-pay">${hidden(visit)}
${field(visit, 'apiKey', say().providers.apiKey)}
${field(visit, 'secretKey', say().providers.secretKey, { type: 'password' })}
${field(visit, 'merchantId', say().providers.merchant, { hint: say().providers.merchantHint, value: pay?.merchantId ?? '' })}
${isLocalFirst && field(visit, 'baseUrl', say().providers.sandbox, { hint: say().providers.onMachine, isOptional: true })}
<div class="answer"><button class="primary">${say().providers.checkConnect}</button><a class="button" href="${to('providers')}">${say().providers.back}</a></div></form>`,
    };
  },
};
