import { browserHostsOf } from '../../billing/browser-address.ts';
import type { SubscriberRef } from '../../billing/identifiers.ts';
import { say } from '../../pages/say.ts';
import { hasEnded } from '../../billing/subscription.ts';
import { findIdentified } from '../../subscriptions/find.ts';
import { readNow } from '../../frame.ts';
import { viewAt } from '../../billing/current-state.ts';
import { closeByHand } from '../../comparison/close-by-hand.ts';
import { cancel as cancelVerb } from '../../verbs/cancel.ts';
import { changePlan as changePlanVerb } from '../../verbs/change-plan.ts';
import { portalLink as portalLinkVerb } from '../../verbs/portal-link.ts';
import { previewChange as previewVerb } from '../../verbs/preview-change.ts';
import { retry as retryVerb } from '../../verbs/retry.ts';
import { undo as undoVerb } from '../../verbs/undo.ts';
import { byPerson } from '../../verbs/verb.ts';
import { whyInput } from '../../wire/cancellation.ts';
import { portalSessionInput } from '../../wire/portal.ts';
import { changePlanInput } from '../../wire/plan-change.ts';
import { closingInput } from '../../wire/closing.ts';
import { getInput } from '../../wire/subscribers.ts';
import { html } from '../../pages/html.ts';
import { byOwnersAlone, inConsoleAlone, type Act, type ActCall } from '../act.ts';
import { facts, head, minute, to } from '../screens/parts.ts';
import { planPreview } from '../screens/plan-preview.ts';
import type { Given } from '../visit.ts';

const about = ({ id }: Given) => id;
const askedId = (form: Given) => getInput({ 'svc-id': form.id });

/** The subscriber as the provider knows it: whoever is named so has the provider told. */
async function atProvider({ app, form }: ActCall): Promise<SubscriberRef> {
  const { subscription } = await findIdentified(app, askedId(form));
  return { by: 'pay', reference: subscription.payReference };
}

async function cancelled(call: ActCall, ref: SubscriberRef) {
  const { reason, comment } = call.form;
  const why = whyInput({ reason, comment });
  const subscription = await byPerson(cancelVerb, call, { ref, why });
  const isOver = hasEnded(viewAt(subscription, call.app.clock()));
  const here = ref.by === 'svc' ? 'cancelled-here' : 'cancelled';
  return { to: 'subscriber', query: { id: call.form.id }, done: isOver ? 'ended' : here } as const;
}

/** Cancels at the end of the paid period, here and at the provider. */
export const cancel: Act = {
  verb: cancelVerb,
  about,
  from: ({ id }) => ({ screen: 'cancel', query: { id } }),
  run: async (call) => cancelled(call, await atProvider(call)),
};

/** Cancels in our records alone. */
export const cancelHere: Act = {
  verb: byOwnersAlone(cancelVerb),
  about,
  from: ({ id }) => ({ screen: 'cancel-here', query: { id } }),
  run: (call) => cancelled(call, askedId(call.form).ref),
};

/** Undoes a cancellation. */
export const undo: Act = {
  verb: undoVerb,
  about,
  from: ({ id }) => ({ screen: 'undo', query: { id } }),
  run: async (call) => {
    await byPerson(undoVerb, call, await atProvider(call));
    return { to: 'subscriber', query: { id: call.form.id }, done: 'undone' };
  },
};

/** Reads a subscriber again from the provider. Throws its refusal if it gives no usable answer. */
export const reconcile: Act = {
  verb: inConsoleAlone('subscribers'),
  about,
  from: ({ id }) => ({ screen: 'reconcile', query: { id } }),
  run: async ({ app, form }) => {
    const { subscription } = await findIdentified(app, askedId(form));
    await readNow(app, subscription.id);
    return { to: 'subscriber', query: { id: form.id }, done: 'read' };
  },
};

/** Has a failed renewal charged again now. */
export const retry: Act = {
  verb: retryVerb,
  about,
  from: ({ id }) => ({ screen: 'retry', query: { id } }),
  run: async (call) => {
    await byPerson(retryVerb, call, askedId(call.form).ref);
    return { to: 'subscriber', query: { id: call.form.id }, done: 'tried' };
  },
};

/** Makes a link to the customer portal, which is shown once. */
export const portalLink: Act = {
  fields: { 'svc-id': 'id' },
  verb: portalLinkVerb,
  about,
  from: ({ id }) => ({ screen: 'portal-link', query: { id } }),
  run: async (call) => {
    const { app, form } = call;
    const { id, returnUrl, flow } = form;
    const mayLeadTo = browserHostsOf(app.tenant, app.settings);
    const asked = portalSessionInput({ 'svc-id': id, returnUrl, flow }, mayLeadTo);
    const { url, expiresAt } = await byPerson(portalLinkVerb, call, asked);
    const title = say('The portal link', 'Portal bağlantısı');
    return {
      title,
      content: html`${head(title, [to('subscriber', { id }), say('Back to the subscriber', 'Aboneye dön')])}
<p class="notice warm">${say('It is not shown again, and signs in whoever opens it: send it to the customer alone.', 'Bir daha gösterilmez ve açan herkesi içeri alır: yalnız müşteriye gönderin.')}</p>
${facts([
  [say('Link', 'Bağlantı'), html`<code class="id">${url}</code>`],
  [say('Works once, until', 'Bir kez çalışır; geçerlilik sonu'), minute(expiresAt)],
])}`,
    };
  },
};

/** What the form of a plan change asks for, by the provider's references: it is made there too. */
async function changeAsked(call: ActCall) {
  const ref = await atProvider(call);
  return changePlanInput({
    'pay-subscriber-reference-code': ref.by === 'pay' ? ref.reference : undefined,
    'pay-plan-reference-code': call.form.plan,
    upgradePeriod: call.form.when,
    previewId: call.form.preview,
  });
}

const CHOICE_FIELDS = {
  ...{ plan_not_found: 'plan', plan_inactive: 'plan', same_plan: 'plan', currency_mismatch: 'plan' },
  'pay-plan-reference-code': 'plan',
  upgradePeriod: 'when',
  previewId: 'preview',
};

const atChoice = ({ id }: Given) => ({ screen: 'change-plan', query: { id } }) as const;

/** Says to the kuruş what a plan change does, and offers to make it as it was said. */
export const previewChange: Act = {
  fields: CHOICE_FIELDS,
  verb: previewVerb,
  about,
  from: atChoice,
  run: async (call) => {
    const { when, id } = call.form;
    const bound = await byPerson(previewVerb, call, await changeAsked(call));
    return planPreview(call, { ...bound, id: id ?? '', when: when === 'NOW' ? 'NOW' : 'NEXT_PERIOD' });
  },
};

/** Moves a subscriber to another plan, at the provider too. */
export const changePlan: Act = {
  fields: CHOICE_FIELDS,
  verb: changePlanVerb,
  about,
  from: atChoice,
  run: async (call) => {
    await byPerson(changePlanVerb, call, await changeAsked(call));
    return { to: 'subscriber', query: { id: call.form.id }, done: 'changed' };
  },
};

/** Closes a difference by hand; who closes it is whoever is signed in. */
export const closeDifference: Act = {
  verb: inConsoleAlone('money'),
  about,
  from: ({ id }) => ({ screen: 'difference', query: { id } }),
  run: async ({ app, form, person }) => {
    const closing = closingInput({ by: person.name.slice(0, 64), because: form.because });
    await closeByHand(app, form.id ?? '', closing);
    return { to: 'differences', done: 'closed' };
  },
};
