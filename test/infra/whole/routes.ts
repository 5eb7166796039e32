import { routeKeysOf } from '../../../lib/routes.ts';
import type { Route } from '../../../lib/routes.ts';
import { ACCOUNT, joined, part, pathOf, ref, titleOf } from './parts.ts';
import type { Part, Place } from './parts.ts';

/** The routes of a row, each of which leads to its alias, and may call nothing else. */
export function routesOf(row: Route, place: Place): Part[] {
  const { own, settings } = place;
  const { region } = settings;
  const api = ref(place.state('AddressHttp'));
  const live = ref(own(`${pathOf(row.name)}Live`));
  const keys = routeKeysOf(row);
  const [method] = row.methods;
  const path = method === undefined ? pathOf(row.name) : `${pathOf(row.name)}${method}${titleOf(row.name)}`;
  const integration = own(path, 'ApiGatewayV2::Integration');
  const sourceOf = (key: string) =>
    row.methods.length === 0 ? '/*/*' : `/*/*${key.slice(key.indexOf('/'))}`;
  return [
    part('ApiGatewayV2::Integration', {
      ApiId: api,
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: live,
      PayloadFormatVersion: '2.0',
    }),
    ...keys.flatMap((key) => [
      part('Lambda::Permission', {
        Action: 'lambda:InvokeFunction',
        FunctionName: live,
        Principal: 'apigateway.amazonaws.com',
        SourceArn: joined(`arn:aws:execute-api:${region}:`, ACCOUNT, ':', api, sourceOf(key)),
      }),
      part('ApiGatewayV2::Route', {
        ApiId: api,
        AuthorizationType: 'NONE',
        RouteKey: key,
        Target: joined('integrations/', ref(integration)),
      }),
    ]),
  ];
}
