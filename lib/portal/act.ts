import { actingAs } from '../runtime/invocation.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { hasEnded } from '../billing/subscription.ts';
import { outcomeSaid } from '../pages/portal/outside.ts';
import { Refusal } from '../refusal.ts';
import { auditBegun } from '../table/people/audit.ts';
import { ACTS, type Act } from './acts.ts';
import { doneOnce, type SentForm } from '../table/portal/sent-forms.ts';
import { goOn } from './enter.ts';
import { goOnFromMessage } from './message-link.ts';
import type { VerbRules } from '../verbs/verb.ts';
import { insideOf, orRefusedPage, outside } from './outside.ts';
import {
  allows,
  countAct,
  endPortalSession,
  isOwnForm,
  onlyLooksWith,
  signedIn,
  type SignedIn,
} from './session.ts';
import {
  during,
  onlyLooksPage,
  visitOf,
  type PortalAnswer,
  type PortalRequest,
  type Shown,
  type Visit,
} from './visit.ts';

/**
 * Does what a form of the portal asks for, as its customer. Nothing is done without a session, for a form of another
 * session, for another's subscription, or for what the tenant has switched off; each gets a page that helps.
 */
export async function actInPortal(app: SubscriptionApp, request: PortalRequest): Promise<PortalAnswer> {
  const { name, given, cookie } = request;
  if (name === 'enter') return goOn(app, request);
  if (name === 'message') return goOnFromMessage(app, request);
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
  const { madeBy: through } = signed.session;
  const visit = visitOf(actingAs(app, { by: 'customer', through }), signed, request);
  if (!isOwn) return staleForm(visit, act, () => outside(app, request, 'staleForm', inside));
  if (!act || !visit || given.subscription === undefined || !permits(signed, act.verb))
    return outside(app, request, 'unknown', inside);
  if (!act.verb.onlyShows && (signed.session.onlyLooks || onlyLooksWith(signed.session, request.personOf)))
    return during(visit, () => onlyLooksPage(visit));
  const run = async () => (await act.act(visit)) ?? outside(app, request, 'unknown', inside);
  const { tenant, session } = signed;
  const { saidAlong } = act.verb;
  const form = { tenant: tenant.id, session: session.hash, act: name, fields: given, saidAlong };
  const once = async () => {
    await countAct(app, signed);
    const noted = () => audited(visit, act, run);
    return act.verb.sentAgain === 'again' ? noted() : ranOnce(app, form, noted);
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

/** Whether the tenant lets its customers do this. */
const permits = (signed: SignedIn, { customers }: VerbRules): boolean =>
  customers === 'always' || (customers !== 'never' && allows(signed, customers));

/** What is done through a link that one of the tenant's people has made is in the audit list, under their name. */
async function audited(
  { app, signed, one }: Visit,
  { verb }: Act,
  run: () => Promise<Shown>,
): Promise<Shown> {
  const { session } = signed;
  const { by, who: name, personId } = session.madeBy;
  if (by !== 'person' || verb.onlyShows) return run();
  const entry = { what: 'customer_acted', personId, name, act: verb.name, about: one.id } as const;
  const note = await auditBegun(app, entry);
  try {
    const shown = await run();
    await note({ code: 'redirect' in shown ? null : 'refused' });
    return shown;
  } catch (error) {
    if (error instanceof Refusal) await note({ code: error.code });
    throw error;
  }
}

/** A form of a session before this one: nothing is done, and nothing that was typed is lost. */
async function staleForm(
  visit: Visit | null,
  act: Act | undefined,
  otherwise: () => Promise<Shown>,
): Promise<Shown> {
  const again = act?.again;
  const page =
    visit && again && !hasEnded(visit.one)
      ? during(visit, () => again(visit, outcomeSaid('staleForm')))
      : undefined;
  return page ? { status: 403, page } : otherwise();
}
