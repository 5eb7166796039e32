import type { Outcome } from '../queues/forward.ts';
import type { AwsCall } from './iam-requests.ts';

/** Each service's error prefix, and its name for an internal error. */
const DIALECT: Readonly<Record<AwsCall['service'], { prefix: string; ownFault: string }>> = {
  dynamodb: { prefix: 'com.amazonaws.dynamodb.v20120810#', ownFault: 'InternalServerError' },
  sqs: { prefix: 'com.amazonaws.sqs#', ownFault: 'InternalError' },
  kms: { prefix: '', ownFault: 'KMSInternalException' },
  s3: { prefix: '', ownFault: 'InternalError' },
  ses: { prefix: '', ownFault: 'InternalFailure' },
};

/** An answer in the JSON protocol that DynamoDB, SQS and KMS share. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Outcome {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** An error of a service, in its own shape. */
export function awsError(
  service: AwsCall['service'],
  status: number,
  name: string,
  message: string,
): Outcome {
  if (service === 's3') return xml(status, name, message);
  if (service === 'ses') return json(status, { message }, { 'x-amzn-errortype': name });
  return json(status, { __type: DIALECT[service].prefix + name, message });
}

/** A failure on the service's side: nothing was done, and the SDK retries. */
export function ownFault(service: AwsCall['service']): Outcome {
  return awsError(service, 500, DIALECT[service].ownFault, 'a planned fault, before the effect');
}

/** The answer to a caller whose role does not allow the call. */
export function accessDenied(service: AwsCall['service'], who: string, denied: string): Outcome {
  const message = `User: ${who} is not authorized to perform: ${denied} because no policy allows it`;
  if (service === 's3') return xml(403, 'AccessDenied', message);
  if (service === 'ses') return json(403, { message }, { 'x-amzn-errortype': 'AccessDeniedException' });
  if (service !== 'sqs')
    return json(400, { __type: 'com.amazon.coral.service#AccessDeniedException', message });
  return json(
    403,
    { __type: 'com.amazon.coral.service#AccessDeniedException', message },
    { 'x-amzn-query-error': 'AccessDenied;Sender' },
  );
}

/** An error as S3 words it. */
function xml(status: number, code: string, message: string): Outcome {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) };
}
