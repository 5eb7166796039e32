import { ACCOUNT, attribute, joined, ref } from './parts.ts';
import type { Place } from './parts.ts';

/** How other stacks refer to the state's resources: to new ones by reference, to adopted ones by name. */
export interface StateNames {
  readonly table: {
    readonly name: unknown;
    readonly arn: unknown;
    readonly index: (name: string) => unknown;
  };
  readonly bucket: {
    readonly name: unknown;
    readonly objects: unknown;
    readonly logos: unknown;
    readonly notes: unknown;
  };
  readonly key: { readonly id: unknown; readonly arn: unknown };
  readonly queue: (name: string) => string;
  readonly deadLetters: (name: string) => string;
  readonly url: unknown;
}

export function stateNames({ settings, state }: Pick<Place, 'settings' | 'state'>): StateNames {
  const { adopt, domain, region } = settings;
  const { tableName, bucketName, keyArn } = adopt;
  const adopted = (suffix = '') =>
    joined(`arn:aws:dynamodb:${region}:`, ACCOUNT, `:table/${tableName}${suffix}`);
  const [table, bucket, key] = [state('Table'), state('DocumentsBucket'), state('Key')];
  const queueOf = (name: string) => `Queues${name.replaceAll('-', '')}`;
  return {
    table: tableName
      ? { name: tableName, arn: adopted(), index: (name) => adopted(`/index/${name}`) }
      : {
          name: ref(table),
          arn: attribute(table),
          index: (name) => joined(attribute(table), `/index/${name}`),
        },
    bucket: bucketName
      ? {
          name: bucketName,
          objects: joined(`arn:aws:s3:::${bucketName}`, '/*'),
          logos: joined(`arn:aws:s3:::${bucketName}`, '/logos/*'),
          notes: joined(`arn:aws:s3:::${bucketName}`, '/restore/*'),
        }
      : {
          name: ref(bucket),
          objects: joined(attribute(bucket), '/*'),
          logos: joined(attribute(bucket), '/logos/*'),
          notes: joined(attribute(bucket), '/restore/*'),
        },
    key: keyArn ? { id: keyArn.split('/').at(-1), arn: keyArn } : { id: ref(key), arn: attribute(key) },
    queue: (name) => state(`${queueOf(name)}Queue`),
    deadLetters: (name) => state(`${queueOf(name)}DeadLetters`),
    url: domain ? `https://${domain.name}` : attribute(state('AddressHttp'), 'ApiEndpoint'),
  };
}
