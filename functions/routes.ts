import type { Route } from '../lib/route.ts';
import type { Said } from '../lib/wire/described.ts';
import { ALL } from './all.ts';

type Declared = Awaited<ReturnType<(typeof ALL)[number]>>['declared'];

const declared = (await Promise.all(ALL.map((load) => load()))).map((file) => file.declared);

/** Every HTTP route of the service. The stack, the local gateway and the tests iterate over this list; no function may. */
export const ROUTES = declared.map(({ route }) => route);

/** The name of a route. */
export type RouteName = Declared['route']['name'];

/** The row of a route, found among all of them: for what looks at the service from outside. */
export function routeNamed(name: RouteName): Route {
  return declaredAs(name).route;
}

/** What an endpoint says of itself, by the name of its route. */
export const saidBy = (name: RouteName): Said & { readonly recordsOnly?: unknown } => declaredAs(name).says;

function declaredAs(name: RouteName): Declared {
  const found = declared.find(({ route }) => route.name === name);
  if (!found) throw new Error(`no route is called ${name}`);
  return found;
}
