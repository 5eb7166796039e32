/** The digits of a number without its country's code: numbers are written with and without it. */
const OWN_DIGITS = 10;

/** Whether two phone numbers are one, however they are written. What is too short to be one is like no other. */
export function isSamePhone(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [one, other].map((number) => (number ?? '').replaceAll(/\D/g, '').slice(-OWN_DIGITS));
  return a === b && a?.length === OWN_DIGITS;
}
