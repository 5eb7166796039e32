import type { Arrival } from '../../operator/arrival.ts';

/** What is said of an arrival's signature, and whether that is good. A secret that nobody told the inbox judges nothing. */
export function verdictOn({
  verified,
  headers,
}: Pick<Arrival, 'verified' | 'headers'>): [text: string, kind: 'good' | 'bad' | 'plain'] {
  if (verified !== null) return verified ? ['verified', 'good'] : ['not verified', 'bad'];
  return ['x-svc-signature' in headers ? 'secret unknown' : 'not signed', 'plain'];
}
