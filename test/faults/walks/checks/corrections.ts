import type { ShopEvidence } from '../evidence.ts';
import type { Family } from './families.ts';

const RUNNING = ['ACTIVE', 'UNPAID', 'PENDING'];

/** A customer bears what it was corrected to last, or what may have arrived since; its address here is that at the provider. */
export function correctionViolations(
  { svcId, here, newest }: Family,
  { corrections, erased }: ShopEvidence,
): string[] {
  const own = corrections.filter((one) => one.svcId === svcId && one.state !== 'refused');
  const emails = corrections.filter(({ kind }) => kind === 'email');
  const { customer } = here.got.body as { customer?: Record<string, unknown> };
  const isErased = erased.some(({ email }) => email === newest.customerEmail || email === customer?.email);
  if (svcId === undefined || isErased) return [];
  const found = (['name', 'gsmNumber'] as const).flatMap((kind) => {
    const ofKind = own.filter((one) => one.kind === kind);
    const last = ofKind.findLastIndex(({ state }) => state === 'made');
    const may = ofKind.slice(Math.max(0, last)).map(({ value }) => value);
    return last === -1 || may.includes(String(customer?.[kind]))
      ? []
      : [`has the ${kind} ${String(customer?.[kind])}, corrected to ${may.join(' or ')}`];
  });
  const isCertain = emails.every(({ wasOpen }) => !wasOpen);
  const [email, there] = [String(customer?.email).toLowerCase(), newest.customerEmail.toLowerCase()];
  const latest = emails.findLast(({ state }) => state === 'made');
  if (latest?.svcId !== svcId || !isCertain) return found;
  if (email !== latest.value) found.push(`has the address ${email}, corrected to ${latest.value}`);
  if (email !== there && RUNNING.includes(newest.subscriptionStatus))
    found.push(`has the address ${email} here and ${there} at the provider`);
  return found;
}

/** Whoever is listed under an address bears it, and whoever bears it is listed. */
export function addressViolations({ subscriptions, listedUnder }: ShopEvidence): string[] {
  const borne = new Map(
    subscriptions.map(({ here: { got } }) => {
      const { svcId } = (got.body.data ?? {}) as { svcId?: string };
      const { email } = (got.body.customer ?? {}) as { email?: string };
      return [svcId, email?.toLowerCase()] as const;
    }),
  );
  return [...listedUnder].flatMap(([email, svcIds]) => [
    ...svcIds
      .filter((svcId) => borne.has(svcId) && borne.get(svcId) !== email)
      .map((svcId) => `${svcId} is listed under ${email} and bears ${String(borne.get(svcId))}`),
    ...[...borne]
      .filter(([svcId, one]) => svcId !== undefined && one === email && !svcIds.includes(svcId))
      .map(([svcId]) => `${String(svcId)} bears ${email} and is not listed under it`),
  ]);
}

/** A customer's phone number is one that was given, in E.164: with an address of this customer, or as a correction. */
export function phoneViolations({ subscriptions, phones, corrections }: ShopEvidence): string[] {
  const wrong = subscriptions.flatMap(({ there, here }) => {
    const { gsmNumber, email } = (here.got.body.customer ?? {}) as {
      gsmNumber?: string | null;
      email?: string;
    };
    if (gsmNumber === undefined || gsmNumber === null) return [];
    // The provider may take two addresses for one customer, and keep the first.
    const addresses = addressesOf([there.customerEmail, email ?? ''], corrections);
    const given = [...addresses].flatMap((one) => [...(phones.get(one) ?? [])]);
    const corrected = corrections
      .filter(({ kind, boughtWith }) => kind === 'gsmNumber' && addresses.has(boughtWith.toLowerCase()))
      .map(({ value }) => value);
    return [...given, ...corrected].includes(gsmNumber) ? [] : [gsmNumber];
  });
  return [...new Set(wrong)].map((one) => `the phone number ${one}, which nobody gave so`);
}

/** All addresses that a customer may have borne: a correction leads from one to the other. */
function addressesOf(
  borne: readonly string[],
  corrections: ShopEvidence['corrections'],
): ReadonlySet<string> {
  const known = new Set(borne.map((email) => email.toLowerCase()));
  const moves = corrections
    .filter(({ kind, state, wasOpen }) => kind === 'email' && (state !== 'refused' || wasOpen))
    .map(({ boughtWith, value }) => [boughtWith.toLowerCase(), value.toLowerCase()] as const);
  for (let size = 0; size < known.size;) {
    size = known.size;
    for (const move of moves) if (move.some((one) => known.has(one))) move.forEach((one) => known.add(one));
  }
  return known;
}
