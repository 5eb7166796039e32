import { say } from '../../pages/say.ts';
import { html, type Html } from '../../pages/html.ts';
import { readAccount, type Account } from '../../account/account.ts';
import type { Right } from '../../billing/rights.ts';
import { addressesFor } from '../../wire/account.ts';
import { mayDo, rightsOf } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { field, form } from './forms.ts';
import { block, facts, head, mark, time, to, whoMay, backSaid } from './parts.ts';
import { PAY, ACCT } from '../../pages/console/provider-names.ts';
import { sandboxSaid } from './acct-account.ts';

const HEALTH = () =>
  ({
    healthy: ['good', say('Connected', 'Bağlı')],
    refused: ['bad', say('Refuses this account', 'Bu hesabı reddediyor')],
    silent: ['bad', say('Does not answer', 'Yanıt vermiyor')],
  }) as const;

/** The providers of payments and invoices, and how they do. */
export const providers: Screen = {
  place: 'providers',
  show: async (visit) => {
    const account = await readAccount(visit.app);
    const may = mayDo(visit.person.roles, 'connections');
    return {
      title: say('Providers', 'Sağlayıcılar'),
      content: html`${head(say('Providers', 'Sağlayıcılar'))}
<section class="stack" aria-labelledby="pay"><div class="head"><h2 id="pay">${say(`${PAY}, payments`, `${PAY}, ödemeler`)}</h2>${may && html`<a class="button" href="${to('pay-account')}">${account.tenant.pay ? say('Change the credentials', 'Bilgileri değiştir') : say(`Connect ${PAY}`, `${PAY} hesabını bağla`)}</a>`}</div>${payPart(account, rightsOf(visit.person.roles))}</section>
${block('acct', say(`${ACCT}, invoices`, `${ACCT}, faturalar`), invoicingPart(account), may && html`<a class="button" href="${to('acct-account')}">${account.tenant.acct ? say('Change the account', 'Hesabı değiştir') : say(`Connect ${ACCT}`, `${ACCT} hesabını bağla`)}</a>`)}
${!may && html`<p>${whoMay('connections')}</p>`}`,
    };
  },
};

function payPart(
  { tenant, payHealth, notificationUrl, lastNotificationAt }: Account,
  rights: readonly Right[],
): Html {
  if (!tenant.pay)
    return html`<p>${say('It is not connected: nobody can subscribe yet.', 'Bağlı değil: henüz kimse abone olamaz.')}</p>`;
  const [kind, word] = HEALTH()[payHealth.state];
  const verified =
    lastNotificationAt === null
      ? html`${mark('warm', say('Not verified', 'Doğrulanmadı'))} ${say(`No notification has arrived yet. Enter the address in ${PAY}’s panel; renewals are found without it too, up to two hours later.`, `Henüz bildirim gelmedi. Adresi ${PAY} panelinde girin; yenilemeler onsuz da bulunur, en çok iki saat gecikmeyle.`)}`
      : html`${mark('good', say('Verified', 'Doğrulandı'))} ${say(html`The last notification came ${time(lastNotificationAt)}.`, html`Son bildirim: ${time(lastNotificationAt)}.`)}`;
  return facts([
    [
      say('State', 'Durum'),
      html`${mark(kind, word)}${payHealth.since !== null && html` ${say(html`since ${time(payHealth.since)}`, html`başlangıç ${time(payHealth.since)}`)}`}`,
    ],
    [say('Merchant number', 'Üye işyeri no'), tenant.pay.merchantId],
    [
      say('Notification address', 'Bildirim adresi'),
      html`<code class="id">${addressesFor(rights).notifications(notificationUrl) ?? say('none', 'yok')}</code>`,
    ],
    [say('Address entered there', 'Adres girildi mi'), verified],
    [
      say('Signatures', 'İmzalar'),
      tenant.notificationsSigned ? say('required', 'zorunlu') : say('not required', 'zorunlu değil'),
    ],
  ]);
}

function invoicingPart({ tenant: { acct } }: Account): Html {
  if (!acct)
    return html`<p>${say('It is not connected: payments are recorded, and no documents are made.', 'Bağlı değil: ödemeler kaydedilir, belge düzenlenmez.')}</p>`;
  const { coverage } = acct;
  const isSet = (set: boolean | undefined, without: string) => {
    if (set === undefined) return say('not known', 'bilinmiyor');
    return set ? say('set', 'girildi') : html`${mark('warm', say('Not set', 'Girilmedi'))} ${without}`;
  };
  return facts([
    [say('State', 'Durum'), mark('good', say('Connected', 'Bağlı'))],
    ...(coverage?.trialCompany === undefined
      ? []
      : [
          [
            say('Trial company', 'Deneme şirketi'),
            say(`${coverage.trialCompany}, confirmed`, `${coverage.trialCompany}, onaylandı`),
          ] as const,
        ]),
    [
      say('Accounts for payments', 'Ödeme hesapları'),
      coverage?.moneyAccounts.join(', ') ||
        say('none: payments are not recorded there', 'yok: ödemeler oraya işlenmez'),
    ],
    [
      say('Address for purchases without one', 'Adressiz satışlar için adres'),
      isSet(
        coverage?.hasDefaultAddress,
        say('Their documents end in an error.', 'Belgeleri hatayla sonuçlanır.'),
      ),
    ],
    [
      say('Carrier of goods', 'Taşıyıcı'),
      isSet(
        coverage?.hasCarrier,
        say('No document of goods can be made.', 'Mal satışına belge düzenlenemez.'),
      ),
    ],
  ]);
}

/** The form with the credentials for the payment provider. */
export const payAccount: Screen = {
  place: 'providers',
  needs: 'connections',
  show: async (visit) => {
    const { pay } = visit.app.tenant;
    const isLocalFirst = pay === null && visit.app.settings.loopbackAllowed.length > 0;
    return {
      title: say(`Connect ${PAY}`, `${PAY} hesabını bağla`),
      content: html`${head(say(`Connect ${PAY}`, `${PAY} hesabını bağla`), [to('providers'), say('Providers', 'Sağlayıcılar')])}
<p class="prose">${say(`The credentials are in ${PAY}’s panel under Settings, Merchant settings. They are tried with one harmless call before they are stored; they are encrypted, and never shown again.`, `Bilgiler ${PAY} panelinde Ayarlar, Firma ayarları altındadır. Saklanmadan önce zararsız bir çağrıyla denenir; şifrelenir ve bir daha gösterilmez.`)}</p>
${form(
  visit,
  'connect-pay',
  { saved: SAVED['connect-pay'](visit.app.tenant), kind: 'stack roomy' },
  (of) => html`${field(of, 'apiKey', say('API key', 'API anahtarı'))}
${field(of, 'secretKey', say('Secret key', 'Güvenlik anahtarı'), { type: 'password' })}
${field(of, 'merchantId', say('Merchant number', 'Üye işyeri no'), { hint: say(`From the settings of your ${PAY} panel`, `${PAY} panelinizin ayarlarından`) })}
${isLocalFirst && field(of, 'baseUrl', sandboxSaid(), { hint: say('On this machine', 'Bu makinede'), isOptional: true })}
<div class="answer"><button class="primary">${say('Check and connect', 'Dene ve bağla')}</button><a class="button" href="${to('providers')}">${backSaid()}</a></div>`,
)}`,
    };
  },
};
