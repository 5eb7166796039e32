import type { Acct, AcctAnswer, AcctBuyer, AcctRefusal } from '../acct/acct.ts';
import { cents } from '../billing/money.ts';
import { dayInTurkey } from '../billing/turkish-day.ts';
import { factsOf } from './order.ts';
import { change, failed, onFailure, type StepResult, type IssuingWork } from './idempotent-step.ts';

/** The calls of a look-up of an inbox at most: a number is also asked for without its leading zeros. */
const INBOX_CALLS = 2;
/** What to do where the provider refuses what is said of a buyer, or of what was bought. */
export const WHEN_REFUSED =
  'Correct the customer, or the settings of the invoicing provider, and retry the document.';

/** The calls to find a contact and to make or change one. */
const CONTACT_CALLS = 2;

/** Finds out whether the buyer must get an e-invoice, and the contact; a duplicate one would be harmless. */
export async function settleContact({ acct, order, outside, progress }: IssuingWork): Promise<StepResult> {
  const { buyer, amount } = order;
  if (!cents(amount)) return failed(`The amount ${amount} cannot be invoiced.`);
  const { taxNumber } = buyer;
  const remembered = await outside.contact.recall();
  const inboxCalls = taxNumber === undefined ? 0 : INBOX_CALLS;
  const full = await outside.reserve(inboxCalls + (remembered === undefined ? CONTACT_CALLS : 0));
  if (full) return full;
  const registered =
    taxNumber === undefined
      ? { ok: true as const, value: undefined }
      : await acct.findInbox(taxNumber, buyer.inbox);
  if (!registered.ok) return onRefusedBuyer(registered);
  const { former } = progress;
  const issueDate = (former && progress.issueDate) ?? dayInTurkey(outside.now());
  const facts = { ...factsOf(order), ...(former?.facts && { vatRate: former.facts.vatRate }) };
  const known = { inbox: registered.value, issueDate, facts };
  if (remembered !== undefined) return change({ contactId: remembered, contactRemembered: true, ...known });
  const contact = await currentContact(acct, buyer);
  if (!contact.ok) return onRefusedBuyer(contact);
  await outside.contact.remember(contact.value);
  return change({ contactId: contact.value, ...known });
}

/** A contact is refused for what it says of the buyer: only a person can correct that. */
function onRefusedBuyer(answer: AcctRefusal): StepResult {
  return answer.is === 'refused' ? failed(answer.message, WHEN_REFUSED) : onFailure(answer);
}

/** The buyer's contact with the details that they have now. One with another name is another buyer's, and is left alone. */
async function currentContact(acct: Acct, buyer: AcctBuyer): Promise<AcctAnswer<string>> {
  const found = await acct.findContact(buyer);
  if (!found.ok) return found;
  if (!found.value) return acct.makeContact(buyer);
  const { id, isCurrent } = found.value;
  if (isCurrent) return { ok: true, value: id };
  const changed = await acct.changeContact(id, buyer);
  return changed.ok ? { ok: true, value: id } : changed;
}
