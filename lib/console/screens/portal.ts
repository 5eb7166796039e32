import { LANGUAGE } from '../../pages/language.ts';

import { language, say } from '../../pages/say.ts';
import { html } from '../../pages/html.ts';
import { PORTAL_ACTIONS, USUAL_PORTAL, type PortalAction } from '../../billing/brand.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { form, select, tick, type Form } from './forms.ts';
import { head, to, whoMay } from './parts.ts';

const ACTION_WORDS = (): Readonly<Record<PortalAction, string>> => ({
  card: say('Enter another card', 'Başka kart girme'),
  plan: say('Change the plan', 'Planı değiştirme'),
  cancel: say('Cancel, and undo that', 'İptal etme ve geri alma'),
  invoices: say('See invoices', 'Faturaları görme'),
});

const OFFERS = () =>
  [
    ['same-product', say('Plans of the same product', 'Aynı ürünün planları')],
    ['chosen', say('The plans that are ticked below', 'Aşağıda işaretlenen planlar')],
  ] as const;

/** What customers may do in the portal. */
export const portal: Screen = {
  place: 'settings',
  show: async (visit) => {
    const { app, person } = visit;
    const { enabled, actions } = app.tenant.portal ?? USUAL_PORTAL;
    const known = await plansOf(app, { consistent: false });
    const offered = (of: Form) =>
      known.filter(({ active }) => active).map(({ reference, name }) => tick(of, `plan-${reference}`, name));
    const own = form(
      visit,
      'set-portal',
      { saved: SAVED['set-portal'](app.tenant), kind: 'stack roomy' },
      (of) => html`${tick(of, 'enabled', say('There is a portal', 'Portal açık'))}
<fieldset class="stack"><legend>${say('Customers may', 'Müşterilerin yapabilecekleri')}</legend>${PORTAL_ACTIONS.map((one) => tick(of, `action-${one}`, ACTION_WORDS()[one]))}</fieldset>
${select(of, 'offer', say('Plans to change to', 'Geçilebilecek planlar'), OFFERS())}
${known.some(({ active }) => active) && html`<fieldset class="stack"><legend>${say('Plans', 'Planlar')}</legend>${offered(of)}</fieldset>`}
<div><button class="primary">${say('Save', 'Kaydet')}</button></div>`,
    );
    const may = actions
      .map((one) => ACTION_WORDS()[one].toLocaleLowerCase(LANGUAGE[language()].locale))
      .join(', ');
    return {
      title: say('Customer portal', 'Müşteri portalı'),
      content: html`${head(say('Customer portal', 'Müşteri portalı'), [to('settings'), say('Settings', 'Ayarlar')])}
<p class="prose">${say('Pages on which a customer sees and changes a subscription. Your shop makes the link, or support does on a subscriber’s page. What is not allowed is absent there.', 'Müşterinin aboneliğini gördüğü ve değiştirdiği sayfalar. Bağlantıyı mağazanız ya da abonenin sayfasından destek oluşturur. İzin verilmeyen orada görünmez.')}</p>
${mayDo(person.roles, 'account') ? own : html`<p>${enabled ? say(`Customers may: ${may}.`, `Müşterilerin yapabildikleri: ${may}.`) : say('The portal is switched off.', 'Portal kapalı.')} ${whoMay('account')}</p>`}`,
    };
  },
};
