import type { DeclineClass, DeclineReason } from '../../billing/provider-snapshot.ts';

/** The payment provider's codes by class; which class is our choice, from the card schemes' categories. */
const CODES: Readonly<Record<Exclude<DeclineClass, 'unknown'>, readonly string[]>> = {
  never: [
    ...['10041', '10043', '10215', '10057', '10054', '10229'],
    ...['10209', '10217', '10233', '10201', '10034'],
  ],
  customer: [
    ...['10093', '10225', '10226', '10227', '10212', '10084', '10206'],
    ...['10207', '10230', '10221', '10012', '10213', '10216'],
  ],
  ours: [
    ...['10058', '10208', '10210', '10211', '10218', '10222', '10223', '10232', '5184', '9000', '50000'],
    ...['1000', '1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '1009'],
  ],
  soft: [
    ...['10051', '10224', '10248', '10005', '10220', '10202', '10204', '10236', '10243', '10244'],
    // Technical: their outcome may be unknown, but every attempt begins with a read.
    ...['10214', '10219', '10228', '10240', '10241', '10242', '1', '100001'],
  ],
};

const CLASSES: ReadonlyMap<string, DeclineClass> = new Map(
  (['never', 'customer', 'ours', 'soft'] as const).flatMap((kind) =>
    CODES[kind].map((code) => [code, kind] as const),
  ),
);

/** The class of a bank's code; without a code, or with one that nobody knows, `unknown`. */
export const declineClass = (code: string | undefined): DeclineClass =>
  (code === undefined ? undefined : CLASSES.get(code)) ?? 'unknown';

/** The codes of which a customer may be told more than that the bank refused. */
const REASONS: Readonly<Record<Exclude<DeclineReason, 'shop' | 'unstated'>, readonly string[]>> = {
  funds: ['10051', '10224', '10248'],
  expired: ['10054'],
  details: ['10215', '10229', '10084', '10206', '10212', '10226', '10227'],
  closed: ['10093', '10225', '10221', '10057', '10217', '10233', '10201'],
  unusable: ['10041', '10043', '10209', '10034'],
  unreachable: ['10214', '10219', '10228', '10240', '10241', '10242', '1', '100001'],
};

const REASON_OF: ReadonlyMap<string, DeclineReason> = new Map(
  (['funds', 'expired', 'details', 'closed', 'unusable', 'unreachable'] as const).flatMap((reason) =>
    REASONS[reason].map((code) => [code, reason] as const),
  ),
);

/** What a customer is told of a bank's code. */
export function declineReason(code: string | null): DeclineReason {
  if (code === null) return 'unstated';
  return REASON_OF.get(code) ?? (declineClass(code) === 'ours' ? 'shop' : 'unstated');
}
