import type { IncomingMessage } from 'node:http';
import { awsError, json } from './aws-errors.ts';
import { capacityOf, type Units } from '../functions/calls.ts';
import { forward, type Outcome } from '../queues/forward.ts';
import type { AwsCall } from './iam-requests.ts';
import { SES_PATH } from '../../sandbox/mail/pages.ts';
import { KeyError, type LocalKey } from './key.ts';

/** What carries out permitted calls. */
export interface AwsEngines {
  readonly key: LocalKey;
  readonly tableEndpoint: string;
  readonly queueEndpoint: string;
  readonly mailEndpoint: string;
}

/** Carries out a call; a table's answer always includes its consumed capacity. */
export async function perform(
  { key, tableEndpoint, queueEndpoint, mailEndpoint }: AwsEngines,
  call: AwsCall,
  request: IncomingMessage,
  body: Buffer,
): Promise<{ outcome: Outcome; capacity?: Units }> {
  if (call.service === 's3')
    return { outcome: await forward(request, body, queueEndpoint + String(call.body.path)) };
  if (call.service === 'ses') return { outcome: await forward(request, body, mailEndpoint + SES_PATH) };
  if (call.service === 'kms') return { outcome: byKey(key, call) };
  if (call.service === 'sqs') return { outcome: await forward(request, body, queueEndpoint) };
  const wanted = call.body.ReturnConsumedCapacity !== undefined;
  const asked = wanted
    ? body
    : Buffer.from(JSON.stringify({ ...call.body, ReturnConsumedCapacity: 'INDEXES' }));
  const outcome = await forward(request, asked, tableEndpoint);
  if (outcome.status !== 200) return { outcome };
  const { ConsumedCapacity, ...rest } = objectIn(outcome.body);
  const capacity = capacityOf(call.action, ConsumedCapacity);
  if (wanted) return { outcome, capacity };
  const { 'x-amz-crc32': _sum, ...headers } = outcome.headers;
  return { outcome: { ...outcome, headers, body: Buffer.from(JSON.stringify(rest)) }, capacity };
}

function byKey(key: LocalKey, { action, body }: AwsCall): Outcome {
  try {
    return json(200, key.answer(action, body));
  } catch (error) {
    if (error instanceof KeyError) return awsError('kms', 400, error.name, error.message);
    throw error;
  }
}

/** A body that is a JSON object; empty where there is none. */
export function objectIn(body: Buffer): Record<string, unknown> {
  return JSON.parse(body.toString() || '{}') as Record<string, unknown>;
}
