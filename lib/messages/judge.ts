import { viewAt } from '../billing/current-state.ts';
import { storedId } from '../billing/identifiers.ts';
import { USUAL_PORTAL, type PortalFlow } from '../billing/brand.ts';
import { shownEmail } from '../billing/buyer.ts';
import { consoleAddress } from '../runtime/console-address.ts';
import type { Invoice } from '../billing/invoice.ts';
import type { Refund } from '../billing/refund.ts';
import type { Language } from '../pages/language.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, WithTenant, OfTenant } from '../runtime/app.ts';
import type { StoredMessage } from '../table/messages/messages.ts';
import { newPersonToken } from '../console/credentials.ts';
import { openInvitation } from '../console/invitation.ts';
import { mailedInvitationPut } from '../table/people/invitation-links.ts';
import { lookUpPerson, readPeople, type Person } from '../table/people/people.ts';
import { lookUpSuppression, takesMessages } from '../table/messages/suppressed.ts';
import { key } from '../table/schema.ts';
import { invoiceFrom, invoicePage } from '../table/subscribers/invoices.ts';
import { refundFrom } from '../table/subscribers/refunds.ts';
import { lookUpSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import type { Change } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { customerFacts } from './customer-facts.ts';
import { isCustomerKind, KIND_ROLES, type CustomerKind, type DropReason, type PeopleKind } from './kinds.ts';
import { peopleFacts } from './people-facts.ts';
import type { MessageFacts } from './render/facts.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** A message that is true now, with all that it takes to send it. */
export interface Readied {
  readonly tenant: Tenant;
  readonly to: string;
  readonly facts: MessageFacts;
  readonly language: Language;
  /** The part of the portal that its button opens; null where it has no such button. */
  readonly flow: PortalFlow | null;
  /** Another page of ours that its button opens. */
  readonly page: string | null;
  /** What must not have changed until it is handed over. */
  readonly unchanged: readonly Change[];
}

/** A message to a role that is true now, and those of the tenant's people who have the role and an address. */
export interface ForEach {
  readonly people: readonly Person[];
}

/** Where a message's button leads in the portal. */
const FLOWS: Readonly<Record<CustomerKind, PortalFlow>> = {
  payment_failed: 'card',
  last_attempt: 'card',
  payment_recovered: 'overview',
  renewal_ahead: 'overview',
  trial_ending: 'overview',
  cancelled: 'overview',
  undone: 'overview',
  invoice_ready: 'invoices',
  refunded: 'invoices',
};

/** A message by the record of this moment, or why it is not sent. */
export async function judge(
  app: CoreApp & OfTenant,
  message: StoredMessage,
): Promise<Readied | ForEach | DropReason> {
  const tenant = await freshTenant(app);
  if (!tenant?.messages?.on.includes(message.kind)) return 'switched_off';
  const own = withRecord(app, tenant);
  const { kind } = message;
  if (!isCustomerKind(kind)) return judgeForPeople(own, { ...message, kind });
  if (message.subscriberId === null) return 'nobody';
  const stored = await lookUpSubscriber(app, {
    by: 'svc',
    id: storedId(message.subscriberId),
  });
  if (!stored) return 'erased';
  const one = viewAt(stored.subscription, app.clock());
  const { invoice, refund } = await aboutOf(app, message, stored);
  const facts = customerFacts(message, { one, invoice, refund });
  if (typeof facts === 'string') return facts;
  const to = shownEmail(one.customer);
  const unwilling = await unwillingness(own, to);
  if (unwilling) return unwilling;
  return {
    tenant,
    to,
    facts,
    language: languageOf(tenant),
    flow: flowOf(tenant, kind),
    page: null,
    unchanged: [
      { check: key.subscriber(tenant.id, one), if: [{ attribute: 'revision', is: one.revision }] },
      takesMessages(tenant, to),
    ],
  };
}

/** A message to a tenant's people: for each of a role, or for one who still has it. */
async function judgeForPeople(
  app: CoreApp & WithTenant,
  { kind, about, personId }: StoredMessage & { readonly kind: PeopleKind },
): Promise<Readied | ForEach | DropReason> {
  if (kind === 'invited') return judgeInvitation(app, { about, personId });
  const told = await peopleFacts(app, { kind, about });
  if (typeof told === 'string') return told;
  const isTold = ({ email, roles, passkeys }: Person) =>
    email !== null && passkeys.length > 0 && KIND_ROLES[kind].some((role) => roles.includes(role));
  if (personId === null) {
    const people = (await readPeople(app)).filter(isTold);
    return people.length === 0 ? 'nobody' : { people };
  }
  const person = await lookUpPerson(app, personId);
  if (!person?.email || !isTold(person)) return 'nobody';
  const unwilling = await unwillingness(app, person.email);
  if (unwilling) return unwilling;
  return {
    tenant: app.tenant,
    to: person.email,
    facts: told.facts,
    language: languageOf(app.tenant),
    flow: null,
    page: `${consoleAddress(app).origin}${told.page}`,
    unchanged: [
      { check: key.person(app.tenantId, person), if: [{ attribute: 'revision', is: person.revision }] },
      takesMessages(app.tenant, person.email),
    ],
  };
}

/** An invitation, for whom it is: with a link of its own, which the table knows by the hash of its secret alone. */
async function judgeInvitation(
  app: CoreApp & WithTenant,
  { about, personId }: Pick<StoredMessage, 'about' | 'personId'>,
): Promise<Readied | DropReason> {
  const person = personId === null ? undefined : await lookUpPerson(app, personId);
  const invitation = person?.invitation;
  if (!person?.email || invitation?.hash !== about) return 'no_longer_true';
  if (!(await openInvitation(app, person, invitation))) return 'too_late';
  const unwilling = await unwillingness(app, person.email);
  if (unwilling) return unwilling;
  const { text, hash } = newPersonToken(app, person.id);
  const { by, expiresAt } = invitation;
  return {
    tenant: app.tenant,
    to: person.email,
    facts: { kind: 'invited', by: by?.name ?? null, roles: person.roles, expiresAt },
    language: languageOf(app.tenant),
    flow: null,
    page: `${consoleAddress(app).origin}/console/invitation?token=${text}`,
    unchanged: [
      { check: key.person(app.tenantId, person), if: [{ attribute: 'revision', is: person.revision }] },
      mailedInvitationPut(person, invitation, hash),
      takesMessages(app.tenant, person.email),
    ],
  };
}

/** Why an address takes no message; undefined where it does. */
async function unwillingness(app: CoreApp & WithTenant, address: string): Promise<DropReason | undefined> {
  const suppression = await lookUpSuppression(app, address);
  return suppression && (suppression === 'bounced' ? 'bounced_before' : 'complained_before');
}

/** The language of a tenant's messages; that of a customer is not known, and the market's is Turkish. */
const languageOf = ({ messages }: Tenant): Language => (messages?.language === 'en' ? 'en' : 'tr');

/** Where the button of a kind leads in a tenant's portal; null where the portal, or that part of it, is switched off. */
function flowOf({ portal }: Tenant, kind: CustomerKind): PortalFlow | null {
  const { enabled, actions } = portal ?? USUAL_PORTAL;
  if (!enabled) return null;
  const flow = FLOWS[kind];
  return flow === 'overview' || actions.includes(flow) ? flow : 'overview';
}

async function freshTenant(app: CoreApp & OfTenant): Promise<Tenant | undefined> {
  try {
    return await readTenant(app);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The invoice and the refund that a message is about. */
async function aboutOf(
  app: CoreApp & OfTenant,
  { kind, about }: StoredMessage,
  { subscription: { id }, latestInvoice }: StoredSubscriber,
): Promise<{ invoice: Invoice | undefined; refund: Refund | undefined }> {
  if (kind === 'refunded') {
    const item = await app.table.get(key.refund(app.tenantId, id, { id: about }), { consistent: true });
    const refund = item && refundFrom(item);
    return { refund, invoice: refund && (await invoiceWithId(app, id, refund.invoiceId)) };
  }
  if (kind === 'invoice_ready') return { invoice: await invoiceWithId(app, id, about), refund: undefined };
  const [order] = about.split('@');
  if (latestInvoice?.order === order) return { invoice: latestInvoice, refund: undefined };
  const { invoices } = await invoicePage(
    app,
    id,
    { limit: INVOICES_READ, startingAfter: null, endingBefore: null },
    true,
  );
  return { invoice: invoices.find((one) => one.order === order), refund: undefined };
}

/** An order that a message is about is among the newest. */
const INVOICES_READ = 20;

async function invoiceWithId(app: CoreApp & OfTenant, subscriberId: string, id: string) {
  const item = await app.table.get(key.invoice(app.tenantId, subscriberId, { id }), { consistent: true });
  return item && invoiceFrom(item);
}
