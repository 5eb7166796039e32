const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A state of a document from so long after it was made. */
export interface Stage {
  readonly afterMs: number;
  readonly status: string;
  readonly isNumbered: boolean;
}

/** The rows of states that an e-archive may go through. */
export const STAGES = {
  reported: [
    { afterMs: 0, status: 'waiting', isNumbered: true },
    { afterMs: MINUTE_MS, status: 'reporting', isNumbered: true },
    { afterMs: 6 * HOUR_MS, status: 'reported', isNumbered: true },
  ],
  unnumbered: [
    { afterMs: 0, status: 'waiting', isNumbered: false },
    { afterMs: 10 * MINUTE_MS, status: 'reporting', isNumbered: true },
    { afterMs: 6 * HOUR_MS, status: 'reported', isNumbered: true },
  ],
  sent: [
    { afterMs: 0, status: 'sent', isNumbered: true },
    { afterMs: 24 * HOUR_MS, status: 'legalized', isNumbered: true },
  ],
  invented: [
    { afterMs: 0, status: 'kuyrukta', isNumbered: true },
    { afterMs: HOUR_MS, status: 'tamamlandi', isNumbered: true },
  ],
} as const satisfies Record<string, readonly Stage[]>;

/** An e-archive for a registered taxpayer: it never becomes official. */
export const DRAFT: readonly Stage[] = [{ afterMs: 0, status: 'waiting', isNumbered: false }];

/** The states of an e-invoice. */
export const E_INVOICE: readonly Stage[] = [
  { afterMs: 0, status: 'waiting', isNumbered: true },
  { afterMs: HOUR_MS, status: 'successful', isNumbered: true },
];

/** The state of a document of this age. */
export function stageAt(stages: readonly Stage[], ageMs: number): Stage | undefined {
  return stages.findLast(({ afterMs }) => afterMs <= ageMs);
}
