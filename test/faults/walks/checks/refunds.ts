import type { ShopEvidence } from '../evidence.ts';

const centsOf = (amount: string) => Math.round(Number(amount) * 100);
const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, one) => sum + centsOf(one), 0);

/** What the provider gave back against its charges, and our records against what was given back by us. */
export function refundViolations({
  ledger,
  given,
  refunds,
  tasks,
  erased,
  invoicing,
}: ShopEvidence): string[] {
  const found: string[] = [];
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

/** What a preview said is what was charged. */
export const previewViolations = ({ previews }: ShopEvidence): string[] =>
  previews
    .filter(({ said, charged }) => said.join() !== charged.join())
    .map(
      ({ at, said, charged }) =>
        `a change at ${new Date(at).toISOString()} charged ${charged.join() || 'nothing'}, previewed ${said.join() || 'nothing'}`,
    );
