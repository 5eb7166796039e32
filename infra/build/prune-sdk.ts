import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Errors of which more than the name is read; all others arrive as the client's base exception with their own name. */
const DETAILED_ERRORS = ['ConditionalCheckFailedException', 'TransactionCanceledException'];

/** SDK modules that none of our calls reaches, and their replacements. */
const UNREACHED: Readonly<Record<string, string>> = {
  // Only for operations with streamed answers.
  '@smithy/core/event-streams': 'export {};',
  // Endpoint discovery, which is not used.
  '@aws-sdk/middleware-endpoint-discovery':
    'export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector: () => undefined, configFileSelector: () => undefined, default: undefined }; export const resolveEndpointDiscoveryConfig = (input) => input;',
};

/** SDK files that are useless in Lambda, by the end of their path, and their replacements. */
const REPLACED: Readonly<Record<string, string>> = {
  // Adaptive retries, which are not used.
  'retry/util-retry/AdaptiveRetryStrategy': unavailable('AdaptiveRetryStrategy'),
  'retry/util-retry/DefaultRateLimiter': unavailable('DefaultRateLimiter'),
  // Client extensions, which are not used; they would wrap and unwrap all settings.
  'dist-es/runtimeExtensions': 'export const resolveRuntimeExtensions = (settings) => settings;',
  // Named default modes: the clients have the settings of `lib/runtime/aws-client.ts` instead.
  'config/defaults-mode/resolveDefaultsModeConfig':
    "export const resolveDefaultsModeConfig = () => async () => 'legacy';",
  // Signs event streams, which are not used.
  'signature-v4/dist-es/HeaderFormatter': 'export class HeaderFormatter {} export class Int64 {}',
  // The clients have no logger.
  'client/middleware-logger/loggerMiddleware':
    'export const loggerMiddleware = () => (next) => next; export const loggerMiddlewareOptions = { name: "loggerMiddleware", step: "initialize" }; export const getLoggerPlugin = () => ({ applyToStack: () => {} });',
  'client/smithy-client/schemaLogFilter': "export const schemaLogFilter = () => '[not logged]';",
  // Lambda always names its region in the environment.
  'config/config-resolver/regionConfig/getInstanceMetadataRegion':
    'export const getInstanceMetadataRegion = async () => undefined;',
  // Configuration files, which do not exist here; looking for them delays the first call.
  'config/shared-ini-file-loader/loadSharedConfigFiles':
    "export const CONFIG_PREFIX_SEPARATOR = '.'; export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });",
  // Lambda names the trace of each invocation in the environment; the SDK also looks for functions that serve many at once.
  'client/middleware-recursion-detection/recursionDetectionMiddleware': `
    export const recursionDetectionMiddleware = () => (next) => (args) => {
      const { AWS_LAMBDA_FUNCTION_NAME: name, _X_AMZN_TRACE_ID: trace } = process.env;
      if (name && trace) args.request.headers['X-Amzn-Trace-Id'] ??= trace;
      return next(args);
    };`,
  // The user agent: the caller is known by its role.
  'client/middleware-user-agent/user-agent-middleware':
    'export const userAgentMiddleware = () => (next) => next; export const getUserAgentMiddlewareOptions = { name: "getUserAgentMiddleware", step: "build" }; export const getUserAgentPlugin = () => ({ applyToStack: () => {} });',
  // Warnings about unsupported Node versions.
  'client/emitWarningIfUnsupportedVersion':
    'export const state = { warningEmitted: true }; export const emitWarningIfUnsupportedVersion = () => {};',
  // Timestamps in answers, of which none is read.
  'serde/date-utils': [
    ...['dateToUtcString', 'parseRfc3339DateTime', 'parseRfc3339DateTimeWithOffset'],
    ...['parseRfc7231DateTime', 'parseEpochTimestamp'],
  ]
    .map((name) => `export const ${name} = () => { throw new Error('times are not read'); };`)
    .join('\n'),
  // Bucket names; S3 is called without the SDK.
  'middleware-endpoint/service-customizations/index':
    'export const resolveParamsForS3 = async (given) => given;',
  // Paginators and marshalling commands of the document client, which are not used.
  'lib-dynamodb/dist-es/pagination/index': 'export {};',
  'lib-dynamodb/dist-es/commands/index': 'export {};',
  'lib-dynamodb/dist-es/DynamoDBDocument': 'export class DynamoDBDocument {}',
  // Bindings to parts of a request and host prefixes, which JSON protocols do not have.
  'protocols/HttpBindingNormalizedSchema':
    'export const getHttpOperationBindings = () => []; export class HttpBindingNormalizedSchema {}',
  // Configuration files: Lambda configures by environment variables only.
  'config/node-config-provider/configLoader': `
    export const loadConfig = ({ environmentVariableSelector, default: usual }, { signingName } = {}) => {
      let found;
      const find = async () =>
        environmentVariableSelector(process.env, { signingName }) ?? (typeof usual === 'function' ? usual() : usual);
      return () => (found ??= find());
    };`,
  'json/codec-v2/JsonCodec2': codec('JsonCodec2'),
  'codec-v2/DynamoDBJsonCodec2': codec('DynamoDBJsonCodec2'),
  // AWS partitions, of which only a prefix in the user agent is used.
  'util-endpoints/lib/aws/partitions': "export const partitionsInfo = { partitions: [], version: '1.1' };",
};
const REPLACEABLE = new RegExp(`/(${Object.keys(REPLACED).join('|')})\\.js$`);

/** Expected SDK files that are not among the sources: a newer SDK has moved them, and would ship more. */
export function missingFrom(sources: readonly string[]): string[] {
  return Object.keys(REPLACED).filter((end) => !sources.some((path) => path.endsWith(`/${end}.js`)));
}

/**
 * The address of a service: the configured one, or its own in the function's region. The SDK ships a decision diagram
 * that also knows FIPS, dual stack, other partitions and addresses by account.
 */
const ENDPOINT = /[\\/]@aws-sdk[\\/]client-(\w+)[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/;

function endpointResolver(service: string): string {
  return `export const defaultEndpointResolver = ({ Endpoint, Region }) => ({
    url: new URL(Endpoint ?? \`https://${service}.\${Region}.amazonaws.com\`), properties: {}, headers: {},
  });`;
}

/** Our codec, under the SDK's name. */
function codec(name: string): string {
  const file = join(import.meta.dirname, 'json-codec.ts');
  return `export { JsonCodec as ${name} } from ${JSON.stringify(file)};`;
}

function unavailable(name: string): string {
  return `export class ${name} { constructor() { throw new Error('${name} is not shipped'); } }`;
}

/** JavaScript hashes, for Node builds without crypto. */
const JS_HASH =
  /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]checksum[\\/]\w+[\\/](Md5|Sha256)Js\.js$/;
const SCHEMAS = /[\\/]@aws-sdk[\\/]client-\w+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/;
const MANIFEST = /[\\/]@aws-sdk[\\/]client-\w+[\\/]package\.json$/;

/** Lines and words of client schemas. */
const REGISTRATION = /^n0_registry\.registerError\((\w+)\$, \w+\);$/gm;
const NAME = /^const (_\w+) = ("[^"]*");$/gm;
const NAMED_KEY = /\[(_\w+)\]:/g;

/** A client's schemas without most errors, and with plain keys, because esbuild never drops computed ones. */
function pruned(schemas: string): string {
  const names = new Map(Array.from(schemas.matchAll(NAME), ([, name, value]) => [name, value]));
  return schemas
    .replaceAll(REGISTRATION, (line, error: string) => (DETAILED_ERRORS.includes(error) ? line : ''))
    .replaceAll(NAMED_KEY, (key, name: string) => (names.has(name) ? `${names.get(name)}:` : key));
}

/**
 * Removes from the AWS SDK what tree shaking must keep: every error class of a service is registered at load, and so
 * kept with its schema. Without registration the SDK throws its base exception with the same name and message.
 */
export const pruneSdk: Plugin = {
  name: 'prune-sdk',
  setup(build) {
    const unreached = new RegExp(`^(${Object.keys(UNREACHED).join('|')})$`);
    build.onResolve({ filter: unreached }, ({ path }) => ({
      path,
      namespace: 'unreached',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'unreached' }, ({ path }) => ({
      contents: UNREACHED[path] ?? '',
      loader: 'js',
    }));
    build.onLoad({ filter: REPLACEABLE }, ({ path }) => ({
      contents: REPLACED[REPLACEABLE.exec(path)?.[1] ?? ''] ?? '',
      loader: 'js',
    }));
    build.onLoad({ filter: ENDPOINT }, ({ path }) => ({
      contents: endpointResolver(ENDPOINT.exec(path)?.[1] ?? ''),
      loader: 'js',
    }));
    build.onLoad({ filter: JS_HASH }, ({ path }) => ({
      contents: `export class ${basename(path, '.js')} {}`,
      loader: 'js',
    }));
    build.onLoad({ filter: SCHEMAS }, async ({ path }) => ({
      contents: pruned(await readFile(path, 'utf8')),
      loader: 'js',
    }));
    build.onLoad({ filter: MANIFEST }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
