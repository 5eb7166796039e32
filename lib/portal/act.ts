import { actingAs } from '../runtime/invocation.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { hasEnded } from '../billing/subscription.ts';
import { wordsOf } from '../pages/portal/view.ts';
import { ACTS, type Act } from './acts.ts';
import { doneOnce, type SentForm } from '../table/portal/sent-forms.ts';
import { goOn } from './enter.ts';
import { insideOf, orRefusedPage, outside } from './outside.ts';
import { allows, countAct, endPortalSession, isOwnForm, signedIn } from './session.ts';
import { visitOf, type PortalAnswer, type PortalRequest, type Shown, type Visit } from './visit.ts';

/**
 * Does what a form of the portal asks for, as its customer. Nothing is done without a session, for a form of another
 * session, for another's subscription, or for what the tenant has switched off; each gets a page that helps.
 */
export async function actInPortal(app: SubscriptionApp, request: PortalRequest): Promise<PortalAnswer> {
  const { name, given, cookie } = request;
  if (name === 'enter') return goOn(app, request);
  const signed = await signedIn(app, cookie);
  if (!signed) return outside(app, request, name === 'close' ? 'closed' : 'ended');
  const inside = insideOf(signed);
  const isOwn = isOwnForm(signed, given.csrf);
  if (!isOwn && name === 'close') return outside(app, request, 'staleForm', inside);
  if (name === 'close') {
    await endPortalSession(app, cookie);
    return outside(app, request, 'closed', { visit: signed.session });
  }
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  const visit = visitOf(actingAs(app, { by: 'customer' }), signed, request);
  if (!isOwn) return staleForm(visit, act, () => outside(app, request, 'staleForm', inside));
  if (!act || !visit || given.subscription === undefined || (act.action && !allows(signed, act.action)))
    return outside(app, request, 'unknown', inside);
  const run = async () => (await act.act(visit)) ?? outside(app, request, 'unknown', inside);
  const { tenant, session } = signed;
  const form = { tenant: tenant.id, session: session.hash, act: name, fields: given };
  const once = async () => {
    await countAct(app, signed);
    return act.isFreeToRepeat ? run() : ranOnce(app, form, run);
  };
  return orRefusedPage(visit, once, (said) => act.again?.(visit, said));
}

/** What a form leads to, also where it is sent again; a page instead of an address is no act that was done. */
async function ranOnce(app: SubscriptionApp, form: SentForm, run: () => Promise<Shown>): Promise<Shown> {
  const done = await doneOnce(app, form, async () => {
    const shown = await run();
    return { location: 'redirect' in shown ? shown.redirect : null, shown };
  });
  return 'shown' in done ? done.shown : { redirect: done.location };
}

/** A form of a session before this one: nothing is done, and nothing that was typed is lost. */
async function staleForm(
  visit: Visit | null,
  act: Act | undefined,
  otherwise: () => Promise<Shown>,
): Promise<Shown> {
  const page = visit && !hasEnded(visit.one) ? act?.again?.(visit, wordsOf(visit.view).staleForm) : undefined;
  return page ? { status: 403, page } : otherwise();
}
