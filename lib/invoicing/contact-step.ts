import { cents } from '../billing/money.ts';
import { dayInTurkey } from '../billing/turkish-day.ts';
import { change, failed, onFailure, type StepResult, type IssuingWork } from './idempotent-step.ts';

/** A duplicate contact would be untidy but harmless: hence no intent, only a look-up if none is cached. */
export async function settleContact({
  acct,
  order: { buyer, amount },
  outside,
}: IssuingWork): Promise<StepResult> {
  if (!cents(amount)) return failed(`The amount ${amount} cannot be invoiced.`);
  const remembered = await outside.contact.recall();
  const full = await outside.reserve(
    (buyer.taxNumber === undefined ? 0 : 1) + (remembered === undefined ? 2 : 0),
  );
  if (full) return full;
  if (buyer.taxNumber !== undefined) {
    const registered = await acct.takesEInvoices(buyer.taxNumber);
    if (!registered.ok) return onFailure(registered);
    if (registered.value) return failed('The buyer is registered for e-invoices; no e-archive can be made.');
  }
  const issueDate = dayInTurkey(outside.now());
  if (remembered !== undefined) return change({ contactId: remembered, contactRemembered: true, issueDate });
  const found = await acct.findContact(buyer);
  if (!found.ok) return onFailure(found);
  const made =
    found.value === undefined ? await acct.makeContact(buyer) : { ok: true as const, value: found.value };
  if (!made.ok) return onFailure(made);
  await outside.contact.remember(made.value);
  return change({ contactId: made.value, issueDate });
}
