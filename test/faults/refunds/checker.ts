/** A refund as the API lists it. */
export interface OnRecord {
  readonly amount: string;
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  readonly document: { readonly state: string; readonly taskId: string | null } | null;
}

/** A task as the API lists it. */
export interface OpenTask {
  readonly id: string;
  readonly deadline: string;
}

/** All that is known once everything is quiet; amounts in hundredths. */
export interface Facts {
  readonly charged: number;
  /** What the provider really gave back. */
  readonly made: readonly number[];
  readonly records: readonly OnRecord[];
  readonly tasks: readonly OpenTask[];
  /** How many refunds a person has been told to look for. */
  readonly leftToPeople: number;
  /** What the invoice says. */
  readonly refunded: number;
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
const centsOf = ({ amount }: OnRecord) => Math.round(Number(amount) * 100);

/** What is wrong: given back twice or too much, not recorded, invented, or without a word about its document. */
export function violations({ charged, made, records, tasks, leftToPeople, refunded }: Facts): string[] {
  const found: string[] = [];
  const say = (isWrong: boolean, what: string) => isWrong && found.push(what);
  const succeeded = records.filter(({ state }) => state === 'SUCCEEDED');
  const pending = records.filter(({ state }) => state === 'PENDING');
  say(new Set(made).size < made.length, `given back twice: ${made.join(', ')}`);
  say(sum(made) > charged, `more than the charge: ${sum(made)}`);
  const unrecorded = made.filter((one) => !succeeded.some((record) => centsOf(record) === one));
  const unsettled = unrecorded.filter((one) => !pending.some((record) => centsOf(record) === one));
  say(unsettled.length > 0, `not on record: ${unsettled.join(', ')}`);
  const invented = succeeded.map(centsOf).filter((one) => !made.includes(one));
  say(invented.length > 0, `never made: ${invented.join(', ')}`);
  say(new Set(succeeded.map(centsOf)).size < succeeded.length, 'on record twice');
  say(pending.length > leftToPeople, `${pending.length} pending, ${leftToPeople} left to people`);
  say(refunded !== sum(succeeded.map(centsOf)), `the invoice says ${refunded}`);
  for (const { document } of succeeded) {
    const isSettled = document !== null && document.state !== 'pending';
    const task = tasks.find(({ id }) => id === document?.taskId);
    say(!isSettled, `no word about a document: ${document?.state}`);
    say(document?.state === 'task' && !(Date.parse(task?.deadline ?? '') > 0), 'a task without a date');
  }
  return found;
}
