import { browserAddress, browserHostsOf } from '../billing/browser-address.ts';
import { idFrom, svcIdOf } from '../billing/identifiers.ts';
import { chosenPlan } from '../billing/plan-in-force.ts';
import type { HtmlPage } from '../pages/layout.ts';
import type { Message } from '../pages/message.ts';
import { detailsPage, DETAIL_FIELDS, type DetailField, type FieldError } from '../pages/portal/details.ts';
import { planRefusedPage } from '../pages/portal/plan.ts';
import { language } from '../pages/say.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import type { ActsAs, SubscriptionApp } from '../runtime/app.ts';
import { cancel } from '../verbs/cancel.ts';
import { changePlan } from '../verbs/change-plan.ts';
import { correctCustomer } from '../verbs/correct-customer.ts';
import { previewChange } from '../verbs/preview-change.ts';
import { retry } from '../verbs/retry.ts';
import { undo } from '../verbs/undo.ts';
import { updateCard } from '../verbs/update-card.ts';
import { byCustomer, type Verb, type VerbRules } from '../verbs/verb.ts';
import { whyInput } from '../wire/cancellation.ts';
import { correctionIn } from '../wire/customer.ts';
import { cancelFormPage, mayCancel } from './cancel-form.ts';
import { offeredPlans, previewAsked, shownPreview } from './plans.ts';
import { doneWith, type Shown, type Visit } from './visit.ts';

/** A signed-in customer who acts. */
export type ActVisit = Visit<SubscriptionApp & ActsAs>;

/** Something that a customer does: the portal's door of a verb. Whether it is there, and what a form sent again does, the verb says. */
export interface Act {
  readonly verb: VerbRules;
  /** Undefined where it is about nothing that is there. */
  readonly act: (visit: ActVisit) => Promise<Shown | undefined>;
  /** The page of its form as it was filled in, with why it was refused; where there is nothing to fill in, there is none. */
  readonly again?: (visit: Visit, refused: Message) => HtmlPage | undefined;
}

/** Every act of the portal, by the last part of its address. Each is the verb of a public endpoint, and tells the provider. */
export const ACTS: Readonly<Record<string, Act>> = {
  card: { verb: updateCard, act: newCard },
  plan: { verb: changePlan, act: newPlan },
  preview: { verb: previewChange, act: previewed },
  cancel: { verb: cancel, act: cancelled, again: cancelAgain },
  undo: { verb: undo, act: undone },
  retry: { verb: retry, act: retried },
  details: {
    verb: correctCustomer,
    act: corrected,
    again: (visit, refused) => detailsPage(visit.view, visit.one, typedDetails(visit), {}, refused),
  },
};

/** Does it as the customer, now. */
const asCustomer = <Input, Result>(
  verb: Verb<SubscriptionApp, Input, Result>,
  { app, one: { id } }: ActVisit,
  input: Input,
): Promise<Result> => byCustomer(verb, { app, since: app.clock(), subscriberId: id }, input);

const byPay = ({ one }: Visit) => ({ by: 'pay', reference: one.payReference }) as const;

/** On to our own page with the provider's form, and from there back to the portal. */
async function newCard(visit: ActVisit): Promise<Shown> {
  const { app, one } = visit;
  const back = browserAddress(
    'callbackUrl',
    `${app.settings.publicUrl}/portal/done?what=card&subscription=${svcIdOf('subscription', one.id)}`,
    browserHostsOf(app.tenant, app.settings),
  );
  const opened = await asCustomer(updateCard, visit, {
    subscriber: byPay(visit),
    customerReference: undefined,
    callbackUrl: back,
    clientReferenceId: undefined,
  });
  const query = new URLSearchParams({ token: opened.token, lang: language() });
  return { redirect: `/checkout/page?${query.toString()}` };
}

/** Reads the provider first, and shows what the change costs then. */
async function previewed(visit: ActVisit): Promise<Shown | undefined> {
  const { app, signed, view, given, one } = visit;
  const id = idFrom('plan', given.plan ?? '');
  const to = (await offeredPlans(app, signed, one)).find((plan) => plan.id === id);
  if (!to || one.status !== 'ACTIVE') return undefined;
  const when = given.when === 'NEXT_PERIOD' ? 'NEXT_PERIOD' : 'NOW';
  const bound = await asCustomer(previewChange, visit, previewAsked(one, to, when));
  return { status: 200, page: shownPreview(view, bound, when) };
}

/** Held to the preview that the customer has seen; the second of two clicks finds the change made. */
async function newPlan(visit: ActVisit): Promise<Shown | undefined> {
  const { app, signed, view, given, one } = visit;
  const id = idFrom('plan', given.plan ?? '');
  if (id !== undefined && chosenPlan(one).id === id) return doneWith('plan', visit);
  const to = (await offeredPlans(app, signed, one)).find((plan) => plan.id === id);
  if (!to) return undefined;
  try {
    await asCustomer(changePlan, visit, {
      subscriber: byPay(visit),
      plan: { by: 'pay', reference: to.reference },
      upgradePeriod: given.when === 'NEXT_PERIOD' ? 'NEXT_PERIOD' : 'NOW',
      useTrial: false,
      resetRecurrenceCount: true,
      previewId: given.preview ?? 'none',
    });
  } catch (error) {
    if (!isRefusal(error, 'payment_refused')) throw error;
    return { status: error.status, page: planRefusedPage(view, one, error.more.providerErrorCode ?? null) };
  }
  return doneWith('plan', visit);
}

async function retried(visit: ActVisit): Promise<Shown> {
  await asCustomer(retry, visit, byPay(visit));
  return doneWith('retry', visit);
}

async function cancelled(visit: ActVisit): Promise<Shown> {
  const { given } = visit;
  const why = whySaid(given);
  if ('wrong' in why) return { status: 400, page: cancelFormPage(visit, { typed: given, ...why }) };
  await asCustomer(cancel, visit, { ref: byPay(visit), why });
  return doneWith('cancelled', visit);
}

/** The form with what was typed, while it can still be sent; one without anything typed is left for what has happened. */
function cancelAgain(visit: Visit, refused: Message): HtmlPage | undefined {
  const { one, given } = visit;
  const isTyped = Boolean(given.reason) || Boolean(given.comment);
  return isTyped && mayCancel(one) ? cancelFormPage(visit, { typed: given, refused }) : undefined;
}

/** Why somebody cancels, or the fields of it that cannot be kept. */
function whySaid({
  reason,
  comment,
}: Visit['given']): ReturnType<typeof whyInput> | { readonly wrong: readonly string[] } {
  try {
    return whyInput({ reason, comment });
  } catch (error) {
    if (!isRefusal(error, 'invalid_request')) throw error;
    return { wrong: (error.more.details ?? []).map(({ field }) => field) };
  }
}

/** The second of two clicks finds it undone. */
async function undone(visit: ActVisit): Promise<Shown> {
  if (visit.one.cancellation) await asCustomer(undo, visit, byPay(visit));
  return doneWith('undone', visit);
}

const typedDetails = ({ given }: Visit) =>
  Object.fromEntries(DETAIL_FIELDS.map(({ name }) => [name, given[name] ?? '']));

/** What was typed stays on the page where it is refused, here or by the provider. */
async function corrected(visit: ActVisit): Promise<Shown> {
  const { view, one } = visit;
  const typed = typedDetails(visit);
  const { name, surname, gsmNumber, ...billingAddress } = typed;
  const missing = DETAIL_FIELDS.filter((field) => field.required && typed[field.name]?.trim() === '');
  const errors = Object.fromEntries(missing.map((field) => [field.name, 'missing']));
  if (missing.length > 0) return { status: 400, page: detailsPage(view, one, typed, errors) };
  try {
    const correction = correctionIn({ name, surname, gsmNumber, billingAddress });
    await asCustomer(correctCustomer, visit, { ref: byPay(visit), correction });
  } catch (error) {
    if (!isRefusal(error, 'invalid_request')) throw error;
    return { status: 400, page: detailsPage(view, one, typed, wrongFields(error)) };
  }
  return doneWith('details', visit);
}

/** The fields that a refusal names; where it names none, the phone number, which the provider checks itself. */
function wrongFields({ more: { details = [] } }: Refusal): Partial<Record<DetailField, FieldError>> {
  const named = details.map(({ field }) => field.split('.').at(-1));
  const known = DETAIL_FIELDS.filter(({ name }) => named.includes(name)).map(({ name }) => name);
  const fields: DetailField[] = known.length > 0 ? known : ['gsmNumber'];
  return Object.fromEntries(fields.map((name) => [name, name === 'gsmNumber' ? 'phone' : 'other']));
}

const isRefusal = (error: unknown, code: RefusalCode): error is Refusal =>
  error instanceof Refusal && error.code === code;
