import { html } from '../../pages/html.ts';
import { PORTAL_ACTIONS, USUAL_PORTAL, type PortalAction } from '../../billing/brand.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { choice, head, hidden, to } from './parts.ts';
import { whoMay } from './subscriber.ts';

const ACTION_WORDS: Readonly<Record<PortalAction, string>> = {
  card: 'Enter another card',
  plan: 'Change the plan',
  cancel: 'Cancel, and undo that',
  invoices: 'See invoices',
};

const OFFERS = [
  ['same-product', 'Plans of the same product'],
  ['chosen', 'The plans that are ticked below'],
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
${tick('enabled', 'There is a portal', enabled)}
<fieldset class="stack"><legend>Customers may</legend>${PORTAL_ACTIONS.map((one) => tick(`action-${one}`, ACTION_WORDS[one], actions.includes(one)))}</fieldset>
${choice('offer', 'Plans to change to', OFFERS, typeof plans === 'string' ? 'same-product' : 'chosen')}
${offered.length > 0 && html`<fieldset class="stack"><legend>Plans</legend>${offered}</fieldset>`}
<div><button class="primary">Save</button></div></form>`;
    const may = actions.map((one) => ACTION_WORDS[one].toLowerCase()).join(', ');
    return {
      title: 'Customer portal',
      content: html`${head('Customer portal', [to('settings'), 'Settings'])}
<p class="prose">Pages on which a customer sees and changes a subscription. Your shop makes the link, or support does on a subscriber’s page. What is not allowed is absent there.</p>
${mayDo(person.roles, 'account') ? form : html`<p>${enabled ? `Customers may: ${may}.` : 'The portal is switched off.'} ${whoMay('account')}</p>`}`,
    };
  },
};
