/** The VAT rates of Türkiye that a plan may have, in whole percent. */
export const VAT_RATES = [0, 1, 10, 20] as const;
/** One of `VAT_RATES`. */
export type VatRate = (typeof VAT_RATES)[number];

/** Türkiye's general rate, where neither the plan nor its tenant says another. */
const GENERAL_VAT_RATE = 20;

/** The rate of a document: the plan's, else its tenant's, in whole percent. */
export const vatRateFor = (ofPlan: number | null, ofTenant: number | undefined): number =>
  ofPlan ?? ofTenant ?? GENERAL_VAT_RATE;

/** Whether a number is a rate that a plan may have. */
export const isVatRate = (given: number): given is VatRate => VAT_RATES.some((rate) => rate === given);
