import type { Addresses } from '../addresses.ts';
import type { Neighbours } from '../neighbours.ts';
import type { Runtime } from '../runtime.ts';
import type { StateFile } from '../state-file.ts';
import { consolePages } from './console.ts';
import type { CoreApp } from '../../lib/runtime/app.ts';
import { signInHere } from './sign-in.ts';
import { callLocally } from './sources.ts';

/** What the console shows and accesses. */
interface Shown {
  readonly addresses: Addresses;
  readonly runtime: Runtime;
  readonly neighbours: Neighbours;
  readonly stateFile: StateFile;
  /** How an operator reaches the stack. */
  readonly operator: CoreApp;
}

/** Serves the console beside the inbox. */
export function serveConsole({ addresses, runtime, neighbours, stateFile, operator }: Shown): void {
  const { pay, acct, inbox } = neighbours;
  const serves = (routeKey: string) => servesRoute(runtime, routeKey);
  inbox.serve(
    consolePages({
      urls: {
        api: addresses.api,
        control: addresses.control,
        pay: pay.url,
        acct: acct.url,
        rates: acct.ratesUrl,
        docs: docsUrlOf(addresses, runtime),
        description: serves('GET /openapi.json') ? `${addresses.api}/openapi.json` : null,
      },
      tenants: () => stateFile.tenants.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      arrivals: inbox.arrivals,
      behaviours: inbox.behaviours,
      call: callLocally,
      signIn: (tenantId) => signInHere(operator, tenantId),
    }),
  );
}

/** Where the pages of the documentation are; null where the API has none. */
export const docsUrlOf = ({ api }: Addresses, runtime: Runtime): string | null =>
  servesRoute(runtime, 'GET /docs') ? `${api}/docs` : null;

const servesRoute = ({ routes }: Runtime, routeKey: string) =>
  routes.some((route) => route.routeKey === routeKey);
