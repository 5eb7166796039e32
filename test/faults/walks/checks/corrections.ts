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
