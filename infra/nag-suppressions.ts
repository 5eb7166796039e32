import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { ROUTES, RouteName } from '../lib/routes.ts';

const KEY_PAIR =
  'The function checks the API key pair itself, before anything else and with the read it needs anyway.';

type OpenRoute = Extract<(typeof ROUTES)[number], { readonly caller: 'anyone' }>['name'];

/** Why a route needs no key pair. A new one has to be argued for here before it compiles. */
const OPEN_ROUTES: Readonly<Record<OpenRoute, string>> = {
  'checkout/callback':
    'A browser comes back here without headers; the unguessable checkout token is the credential.',
  'checkout/page':
    'A browser is sent here without headers; the unguessable checkout token is the credential.',
  'not-found': 'It only says that there is nothing at an address, and touches nothing.',
  'notifications/receive':
    'The payment provider cannot send our headers; the token in the path names the tenant, a signature proves the sender, and nothing is believed before it has been read back.',
};

/** Lets an API route stand without an authorizer of API Gateway. */
export function suppressMissingAuthorizer(name: RouteName, routes: readonly IConstruct[]): void {
  const reason = isOpen(name) ? OPEN_ROUTES[name] : KEY_PAIR;
  for (const route of routes) {
    Validations.of(route).acknowledge({ id: 'AwsSolutions::AwsSolutions-APIG4', reason });
  }
}

function isOpen(name: RouteName): name is OpenRoute {
  return name in OPEN_ROUTES;
}
