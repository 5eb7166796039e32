import { Client, type OwnSettings } from './client.ts';
import { command } from './command.ts';

/** Queues. */
export class SQSClient extends Client {
  constructor(...own: OwnSettings) {
    super({ name: 'sqs', target: 'AmazonSQS', type: 'application/x-amz-json-1.0', errors: {} }, ...own);
  }
}

/** Sends one message. */
export const SendMessageCommand = /* @__PURE__ */ command('SendMessage');
/** Sends up to ten messages. */
export const SendMessageBatchCommand = /* @__PURE__ */ command('SendMessageBatch');
