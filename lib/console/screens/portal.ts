import { LANGUAGE } from '../../pages/language.ts';

import { language, say } from '../say.ts';
import { html } from '../../pages/html.ts';
import { PORTAL_ACTIONS, USUAL_PORTAL, type PortalAction } from '../../billing/brand.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { choice, head, hidden, to } from './parts.ts';
import { whoMay } from './subscriber.ts';

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

const tick = (name: string, label: string, isOn: boolean) =>
  html`<label class="tick"><input type="checkbox" name="${name}"${isOn && html` checked`}> ${label}</label>`;

/** What customers may do in the portal. */
export const portal: Screen = {
  place: 'settings',
  show: async (visit) => {
    const { app, tenant, person } = visit;
    const { enabled, actions, plans } = tenant.portal ?? USUAL_PORTAL;
    const known = await plansOf(app, tenant.id, { consistent: false });
    const ticked = typeof plans === 'string' ? [] : plans;
    const offered = known
      .filter(({ active }) => active)
      .map(({ reference, name }) => tick(`plan-${reference}`, name, ticked.includes(reference)));
    const form = html`<form class="stack roomy" method="post" action="/console/set-portal">${hidden(visit)}
${tick('enabled', say().settings.thereIs, enabled)}
<fieldset class="stack"><legend>${say().settings.customersMay}</legend>${PORTAL_ACTIONS.map((one) => tick(`action-${one}`, ACTION_WORDS()[one], actions.includes(one)))}</fieldset>
${choice('offer', say().settings.plansTo, OFFERS(), typeof plans === 'string' ? 'same-product' : 'chosen')}
${offered.length > 0 && html`<fieldset class="stack"><legend>${say().settings.plans}</legend>${offered}</fieldset>`}
<div><button class="primary">${say().settings.save}</button></div></form>`;
    const may = actions
      .map((one) => ACTION_WORDS()[one].toLocaleLowerCase(LANGUAGE[language()].locale))
      .join(', ');
    return {
      title: say().settings.portal,
      content: html`${head(say().settings.portal, [to('settings'), say().settings.settings])}
<p class="prose">${say().settings.portalSaid}</p>
${mayDo(person.roles, 'account') ? form : html`<p>${enabled ? say().settings.customersMayList(may) : say().settings.portalOff} ${whoMay('account')}</p>`}`,
    };
  },
};
