import { LANGUAGE } from '../../pages/language.ts';

import { language, say } from '../say.ts';
import { html } from '../../pages/html.ts';
import { PORTAL_ACTIONS, USUAL_PORTAL, type PortalAction } from '../../billing/brand.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { form, select, tick, type Form } from './forms.ts';
import { head, to, whoMay } from './parts.ts';

const ACTION_WORDS = (): Readonly<Record<PortalAction, string>> => ({
  card: say().settings.actCard,
  plan: say().settings.actPlan,
  cancel: say().settings.actCancel,
  invoices: say().settings.actInvoices,
});

const OFFERS = () =>
  [
    ['same-product', say().settings.sameProduct],
    ['chosen', say().settings.chosen],
  ] as const;

/** What customers may do in the portal. */
export const portal: Screen = {
  place: 'settings',
  show: async (visit) => {
    const { app, tenant, person } = visit;
    const { enabled, actions } = tenant.portal ?? USUAL_PORTAL;
    const known = await plansOf(app, tenant.id, { consistent: false });
    const offered = (of: Form) =>
      known.filter(({ active }) => active).map(({ reference, name }) => tick(of, `plan-${reference}`, name));
    const own = form(
      visit,
      'set-portal',
      { saved: SAVED['set-portal'](tenant), kind: 'stack roomy' },
      (of) => html`${tick(of, 'enabled', say().settings.thereIs)}
<fieldset class="stack"><legend>${say().settings.customersMay}</legend>${PORTAL_ACTIONS.map((one) => tick(of, `action-${one}`, ACTION_WORDS()[one]))}</fieldset>
${select(of, 'offer', say().settings.plansTo, OFFERS())}
${known.some(({ active }) => active) && html`<fieldset class="stack"><legend>${say().settings.plans}</legend>${offered(of)}</fieldset>`}
<div><button class="primary">${say().settings.save}</button></div>`,
    );
    const may = actions
      .map((one) => ACTION_WORDS()[one].toLocaleLowerCase(LANGUAGE[language()].locale))
      .join(', ');
    return {
      title: say().settings.portal,
      content: html`${head(say().settings.portal, [to('settings'), say().settings.settings])}
<p class="prose">${say().settings.portalSaid}</p>
${mayDo(person.roles, 'account') ? own : html`<p>${enabled ? say().settings.customersMayList(may) : say().settings.portalOff} ${whoMay('account')}</p>`}`,
    };
  },
};
