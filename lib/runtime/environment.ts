/** The environment variables that the stack sets and `live.ts` reads. */
export const ENVIRONMENT = {
  table: 'TABLE_NAME',
  key: 'KEY_ID',
  publicUrl: 'PUBLIC_URL',
  /** The host that the console has for itself; unset where it shares the service's. */
  consoleHost: 'CONSOLE_HOST',
  /** Local runs only: the address of the central bank's bulletins. */
  rates: 'RATES_URL',
  /** The bucket of invoices' documents. */
  documents: 'DOCUMENTS_BUCKET',
  /** Local runs only: the address of S3. */
  documentsEndpoint: 'AWS_ENDPOINT_URL_S3',
  queues: {
    deliveries: 'DELIVERIES_QUEUE_URL',
    'slow-deliveries': 'SLOW_DELIVERIES_QUEUE_URL',
    reconciliation: 'RECONCILIATION_QUEUE_URL',
    invoicing: 'INVOICING_QUEUE_URL',
    sweeps: 'SWEEPS_QUEUE_URL',
    messages: 'MESSAGES_QUEUE_URL',
    'message-events': 'MESSAGE_EVENTS_QUEUE_URL',
  },
  /** The domain that messages are sent from; unset where a stage sends none. */
  senderDomain: 'SENDER_DOMAIN',
  /** The configuration set of SES, which tells what becomes of each message. */
  configurationSet: 'SES_CONFIGURATION_SET',
  /** Local runs only: the address of SES. */
  mailEndpoint: 'AWS_ENDPOINT_URL_SESV2',
  /** How many messages SES takes in a second. */
  mailsPerSecond: 'MAILS_PER_SECOND',
  /** Set where requests come through the firewall. */
  firewall: 'BEHIND_FIREWALL',
  logLevel: 'LOG_LEVEL',
  metricsNamespace: 'METRICS_NAMESPACE',
  /** Local runs only: comma-separated loopback `host:port` pairs that webhooks and callbacks may name. */
  loopbackAllowed: 'LOOPBACK_ALLOWED',
} as const;
