import type { ShopEvidence } from '../evidence.ts';
import type { Asked } from '../records.ts';

const centsOf = (amount: string) => Math.round(Number(amount) * 100);
const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, one) => sum + centsOf(one), 0);

/** What the provider gave back against its charges, and our records against what was given back by us. */
export function refundViolations(
  { ledger, subscriptions, given, refunds, tasks, erased, invoicing }: ShopEvidence,
  asked: readonly Asked[],
): string[] {
  const found = [...recordedTwice(refunds), ...unasked(refunds, asked), ...misstated(subscriptions, refunds)];
  const made = given.filter(({ status }) => status === 1);
  for (const { paymentId, amount } of ledger) {
    const back = sumOf(made.filter((one) => one.paymentId === paymentId).map((one) => one.amount));
    if (back > centsOf(amount)) found.push(`${back} cents were given back of a charge of ${amount}`);
  }
  const ours = made.filter(({ by }) => by === 'api');
  const recorded = refunds.filter(({ by, state }) => by !== 'provider' && state === 'SUCCEEDED');
  const pending = refunds.filter(({ state }) => state === 'PENDING');
  const [back, known] = [
    sumOf(ours.map(({ amount }) => amount)),
    sumOf(recorded.map(({ amount }) => amount)),
  ];
  const open = sumOf(pending.map(({ amount }) => amount));
  if (back < known || back > known + open)
    found.push(`we gave back ${back} cents, ${known} are on record and ${open} being looked up`);
  for (const { invoice, document } of recorded) {
    const task = tasks.find(({ id }) => id === document?.taskId);
    const isSettled = document !== null && document.state !== 'pending';
    const isTask = document?.state === 'task';
    if (!isSettled && invoicing && erased.length === 0)
      found.push(`no word about the document of ${invoice.invoiceNumber}: ${String(document?.state)}`);
    if (isTask && !(Date.parse(task?.deadline ?? '') > 0)) found.push('a task without a date');
  }
  return found;
}

/** More refunds on record than were ever asked for: one that bears a reference may be asked for again. */
function unasked(refunds: ShopEvidence['refunds'], asked: readonly Asked[]): string[] {
  const requests = asked
    .filter(({ route }) => route === 'invoices/refund')
    .map(({ sent }) => JSON.stringify(sent));
  const most = requests.filter(
    (one, nth) => !one.includes('clientReferenceId') || requests.indexOf(one) === nth,
  );
  const made = refunds.filter(({ by, state }) => by !== 'provider' && state !== 'FAILED').length;
  return made > most.length ? [`${made} refunds, of which ${most.length} were asked for`] : [];
}

/** Refunds that a reference was given for more than once. */
function recordedTwice(refunds: ShopEvidence['refunds']): string[] {
  const named = refunds.filter(({ clientReferenceId, state }) => clientReferenceId && state !== 'FAILED');
  const each = Map.groupBy(
    named,
    ({ invoice, clientReferenceId }) => `${invoice.invoiceNumber} ${clientReferenceId}`,
  );
  return [...each]
    .filter(([, all]) => all.length > 1)
    .map(([reference, all]) => `${reference}: ${all.length} refunds under one reference`);
}

/** Invoices that say something else was given back of them than is on record. */
function misstated(subscriptions: ShopEvidence['subscriptions'], refunds: ShopEvidence['refunds']): string[] {
  const invoices = new Map(
    subscriptions.flatMap(({ here }) =>
      here.invoices.map(
        ({ invoiceNumber, refundedAmount }) => [invoiceNumber, String(refundedAmount)] as const,
      ),
    ),
  );
  return [...invoices].flatMap(([number, says]) => {
    const own = refunds.filter(
      ({ invoice, state }) => invoice.invoiceNumber === number && state === 'SUCCEEDED',
    );
    const back = sumOf(own.map(({ amount }) => amount));
    return centsOf(says) === back ? [] : [`${String(number)} says ${says} was given back, of ${back} cents`];
  });
}

/** What a preview said is what was charged. */
export const previewViolations = ({ previews }: ShopEvidence): string[] =>
  previews
    .filter(({ said, charged }) => said.join() !== charged.join())
    .map(
      ({ at, said, charged }) =>
        `a change at ${new Date(at).toISOString()} charged ${charged.join() || 'nothing'}, previewed ${said.join() || 'nothing'}`,
    );
