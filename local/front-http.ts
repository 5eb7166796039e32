import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AwsCall } from './wishes.ts';

/** An HTTP answer before it is sent. */
export interface Outcome {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Sends a request on as it came, to another host, and answers its answer. */
export function forward(request: IncomingMessage, body: Buffer, to: string): Promise<Outcome> {
  const {
    'x-local-caller': _caller,
    'x-local-target': _target,
    connection: _connection,
    'transfer-encoding': _te,
    ...headers
  } = request.headers;
  return new Promise((resolve, reject) => {
    const onward = httpRequest(
      new URL(request.url ?? '/', to),
      { method: request.method ?? 'POST', headers: { ...headers, 'content-length': String(body.length) } },
      (answer) =>
        void bodyOf(answer).then((bytes) => {
          const { 'transfer-encoding': _te2, connection: _c, 'keep-alive': _k, ...kept } = answer.headers;
          resolve({
            status: answer.statusCode ?? 502,
            headers: { ...(kept as Record<string, string>) },
            body: bytes,
          });
        }, reject),
    );
    onward.on('error', reject);
    onward.end(body);
  });
}

export function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
  });
}

export function send(response: ServerResponse, { status, headers, body }: Outcome): void {
  response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
}

export function json(status: number, body: unknown): Outcome {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** An error in the shape of AWS's JSON protocols. */
export function awsError(
  service: AwsCall['service'],
  status: number,
  name: string,
  message: string,
): Outcome {
  const prefix = service === 'dynamodb' ? 'com.amazonaws.dynamodb.v20120810#' : '';
  return json(status, { __type: prefix + name, message });
}

export function accessDenied({ service }: AwsCall, message: string): Outcome {
  return awsError(service, 400, service === 'sqs' ? 'AccessDenied' : 'AccessDeniedException', message);
}
