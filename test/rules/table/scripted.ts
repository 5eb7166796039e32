import { createServer } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../../lib/table/dynamodb/table.ts';
import type { Table } from '../../../lib/table/table.ts';
import { listen, onceWhole } from '../../support/world/loopback.ts';

/** What a scripted DynamoDB answers to one request; 'lost' ends the connection without an answer, 'none' leaves it open. */
export type Reply = 'lost' | 'none' | Readonly<Record<string, unknown>>;

/** A table whose DynamoDB answers what it is told, in order, and then empty successes. Waits are noted, not waited. */
export interface ScriptedTable {
  readonly table: Table;
  readonly requests: { readonly action: string; readonly body: Record<string, unknown> }[];
  readonly waits: number[];
  /** Ends the calls. */
  readonly deadline: AbortController;
  stop(): void;
}

const TYPE = 'com.amazonaws.dynamodb.v20120810#';

export function refusal(name: string, details: Record<string, unknown> = {}): Reply {
  return { __type: TYPE + name, message: 'a scripted refusal', ...details };
}

export const cancelled = (...codes: string[]) =>
  refusal('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

export async function scriptedTable(...replies: Reply[]): Promise<ScriptedTable> {
  const requests: ScriptedTable['requests'] = [];
  const server = createServer(
    onceWhole((request, body, response) => {
      const action = String(request.headers['x-amz-target']).split('.').pop() ?? '';
      requests.push({
        action,
        body: JSON.parse(body.toString()) as Record<string, unknown>,
      });
      const reply = replies.shift() ?? {};
      if (reply === 'none') return;
      if (reply === 'lost') return void request.socket.destroy();
      response.statusCode = '__type' in reply ? 400 : 200;
      response.setHeader('content-type', 'application/x-amz-json-1.0').end(JSON.stringify(reply));
    }),
  );
  const { url: endpoint, stop } = await listen(server);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials });

  const waits: number[] = [];
  const deadline = new AbortController();
  let tokens = 0;
  const table = dynamoTable(client, 'billing', {
    newToken: () => `token-${++tokens}`,
    end: () => deadline.signal,
    wait: async (ms) => void waits.push(ms),
    jitter: () => 1,
  });
  return {
    table,
    requests,
    waits,
    deadline,
    stop() {
      client.destroy();
      void stop();
    },
  };
}
