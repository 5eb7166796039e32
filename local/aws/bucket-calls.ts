import type { IncomingMessage } from 'node:http';
import { presign } from '../../lib/documents/presign.ts';
import { awsError } from './aws-errors.ts';
import { forward, type Outcome } from '../queues/forward.ts';
import type { Permissions } from './permissions.ts';
import type { FunctionShape } from '../template/shape.ts';
import { AWS_SECRET, REGION } from '../template/template.ts';

/** May do everything: the operator's command line, not a function. */
export const OPERATOR_KEY = 'OPERATOR';

/** The possible signers of links, and where the buckets are: in the same engine as the queues. */
export interface Signers {
  /** The function whose instance has or had this access key. */
  readonly shape: (key: string) => FunctionShape | undefined;
  readonly permissions: Permissions;
  readonly queueEndpoint: string;
}

/** A request to a bucket with a signed link; no others are sent here. */
export interface BucketCall {
  readonly action: 'GetObject' | 'PutObject' | 'ListBucket';
  /** `/<bucket>/<key>`, as it was sent. */
  readonly path: string;
  /** What a list is of, as a query; empty for an object. */
  readonly list: string;
  /** The access key that signed the link. */
  readonly accessKey: string;
  /** Why the link is invalid, in S3's terms, if it is. */
  readonly refused: 'SignatureDoesNotMatch' | 'AccessDenied' | undefined;
}

const ACTIONS: Readonly<Record<string, BucketCall['action'] | undefined>> = {
  GET: 'GetObject',
  PUT: 'PutObject',
};

/** Parses a request to a bucket; undefined for anything else. `now` is epoch ms. */
export function bucketCallIn(request: IncomingMessage, now: number): BucketCall | undefined {
  const method = request.method ?? '';
  const action = ACTIONS[method];
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
  const credential = url.searchParams.get('X-Amz-Credential');
  if (action === undefined || credential === null) return undefined;
  const [accessKey = ''] = credential.split('/');
  const asked = new URLSearchParams([...url.searchParams].filter(([name]) => !name.startsWith('X-Amz-')));
  const refused = refusedFor(method, { url, asked }, accessKey, now);
  const isList = action === 'GetObject' && asked.has('list-type');
  return {
    action: isList ? 'ListBucket' : action,
    path: url.pathname,
    list: String(asked),
    accessKey,
    refused,
  };
}

/** Signs the link again from its own parts: any change gives another signature. */
function refusedFor(
  method: string,
  { url, asked }: { readonly url: URL; readonly asked: URLSearchParams },
  accessKey: string,
  now: number,
): BucketCall['refused'] {
  const of = (name: string) => url.searchParams.get(name) ?? '';
  const at = Date.parse(
    of('X-Amz-Date').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const seconds = Number(of('X-Amz-Expires'));
  if (!(now <= at + seconds * 1000)) return 'AccessDenied';
  const target = new URL(url.pathname, url.origin);
  target.search = String(asked);
  const again = presign(method === 'PUT' ? 'PUT' : 'GET', target, {
    identity: {
      accessKeyId: accessKey,
      secretAccessKey: AWS_SECRET,
      sessionToken: url.searchParams.get('X-Amz-Security-Token') ?? undefined,
    },
    region: REGION,
    at,
    expiresInSeconds: seconds,
  });
  const expected = new URL(again).searchParams.get('X-Amz-Signature');
  return of('X-Amz-Signature') === expected ? undefined : 'SignatureDoesNotMatch';
}

/** Whoever has a link may read the object, as long as it is valid and the role that signed it may. */
export async function openLink(
  { shape, permissions, queueEndpoint }: Signers,
  { accessKey, action, path, list, refused }: BucketCall,
  request: IncomingMessage,
): Promise<Outcome> {
  if (refused) return awsError('s3', 403, refused, 'the link is not valid');
  const role = shape(accessKey)?.role;
  const asked = { action: `s3:${action}`, resource: `arn:aws:s3:::${path.slice(1)}`, context: {} };
  const allowed = role === undefined ? accessKey === OPERATOR_KEY : await permissions.allows(role, asked);
  if (!allowed) return awsError('s3', 403, 'AccessDenied', 'the link is not valid');
  return forward(request, Buffer.alloc(0), `${queueEndpoint}${path}${list === '' ? '' : `?${list}`}`);
}
