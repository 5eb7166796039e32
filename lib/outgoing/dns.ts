import { Resolver, lookup } from 'node:dns/promises';

/** A DNS resolver, one address family at a time. */
export interface NameServers {
  readonly resolve4: (host: string) => Promise<string[]>;
  readonly resolve6: (host: string) => Promise<string[]>;
}

/**
 * Queries the name servers directly. The system look-up runs on four threads, so a few tenants with dead name servers
 * would delay everybody's deliveries.
 */
const nameServers: NameServers = new Resolver({ timeout: 2_000, tries: 2 });

/** The addresses of both families; one family may be missing or fail if the other answers. */
export async function resolveName(host: string, resolver = nameServers): Promise<string[]> {
  if (host === 'localhost') return (await lookup(host, { all: true })).map(({ address }) => address);
  const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
}
