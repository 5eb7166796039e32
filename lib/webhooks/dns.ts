import { Resolver, lookup } from 'node:dns/promises';

/** What may be asked for a name's addresses, one family at a time. */
export interface NameServers {
  readonly resolve4: (host: string) => Promise<string[]>;
  readonly resolve6: (host: string) => Promise<string[]>;
}

/**
 * Asks the name servers directly. The system's own look-up runs on four threads: a few tenants whose name servers
 * never answer would make everybody else's deliveries wait.
 */
const nameServers: NameServers = new Resolver({ timeout: 2_000, tries: 2 });

/** Addresses of both families; one family that is missing or fails is no matter if the other answers. */
export async function resolveName(host: string, asked = nameServers): Promise<string[]> {
  if (host === 'localhost') return (await lookup(host, { all: true })).map(({ address }) => address);
  const families = await Promise.allSettled([asked.resolve4(host), asked.resolve6(host)]);
  return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
}
