import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { RouteName } from '../lib/routes.ts';

const KEY_PAIR =
  'The function checks the API key pair itself, before anything else and with the read it needs anyway.';

/** Every finding of the rules that we let stand, and why. A new route has to be argued for here before it compiles. */
const ROUTES_WITHOUT_AUTHORIZER: Readonly<Record<RouteName, string>> = {
  'plans/list': KEY_PAIR,
  'checkout/initialize': KEY_PAIR,
  'checkout/initialize-direct': KEY_PAIR,
  'checkout/update-card': KEY_PAIR,
  'checkout/callback':
    'A browser comes back here without headers; the unguessable checkout token is the credential.',
  'checkout/page':
    'A browser is sent here without headers; the unguessable checkout token is the credential.',
  'subscribers/check': KEY_PAIR,
  'subscribers/get': KEY_PAIR,
  'subscribers/invoices': KEY_PAIR,
  'subscribers/change-plan': KEY_PAIR,
  'subscribers/cancel': KEY_PAIR,
  'subscribers/undo-cancel': KEY_PAIR,
  'notifications/receive':
    'The payment provider cannot send our headers; the token in the path names the tenant, a signature proves the sender, and nothing is believed before it has been read back.',
};

/** Lets an API route stand without an authorizer of API Gateway. */
export function suppressMissingAuthorizer(name: RouteName, routes: readonly IConstruct[]): void {
  const reason = ROUTES_WITHOUT_AUTHORIZER[name];
  for (const route of routes) {
    Validations.of(route).acknowledge({ id: 'AwsSolutions::AwsSolutions-APIG4', reason });
  }
}
