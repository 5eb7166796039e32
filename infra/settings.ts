import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { misshapen } from './settings-shape.ts';
import type { Shape } from './settings-shape.ts';

/** The region required for everything that CloudFront uses. */
export const CLOUDFRONT_REGION = 'us-east-1';

/** The settings in which stages differ. */
export interface StageSettings {
  /** Part of the names of all its stacks, so that several stages can share an account. */
  readonly stage: string;
  /** The region; the account is that of whoever deploys. */
  readonly region: string;
  /** State stacks cannot be deleted, and an alarm address is required. */
  readonly production: boolean;
  /**
   * The stage's own domain with its certificate (in the same region). Without one the API's generated address is used,
   * which is lost with the API, although tenants have entered it in their provider's panel. With a `consoleName` the tenants'
   * console is served on that host and there alone, so that nothing else shares its origin; certificates are for both names.
   */
  readonly domain:
    { readonly name: string; readonly certificateArn: string; readonly consoleName?: string } | undefined;
  /**
   * A firewall for direct checkouts: the domain then points to CloudFront, with a certificate in us-east-1, and each
   * address may make this many direct checkouts in five minutes.
   */
  readonly firewall:
    { readonly certificateArn: string; readonly directCheckoutsPerAddress: number } | undefined;
  /**
   * The domain that messages to customers and people are sent from, and how many Amazon SES takes in a second. Without it the stage
   * sends none, and has no functions for it.
   */
  readonly messages: { readonly senderDomain: string; readonly mailsPerSecond: number } | undefined;
  /** The e-mail address or `https:` URL that receives alarms. */
  readonly alarmAddress: string | undefined;
  /** Receives the alarms about a single tenant instead, which wake nobody at night; by default `alarmAddress` does. */
  readonly tenantAlarmAddress: string | undefined;
  readonly logRetention: RetentionDays;
  /** The lowest level that is logged. */
  readonly logLevel: 'info' | 'warn' | 'error';
  readonly limits: {
    /** For the whole API; tenants also have their own limits. */
    readonly requestsPerSecond: number;
    readonly directCheckoutsPerSecond: number;
    /**
     * Reserves concurrency for the functions that must run, and caps those that anybody may call. Requires an account
     * limit of at least 1,000 concurrent executions, which a new account does not have.
     */
    readonly reserveConcurrency: boolean;
  };
  /** New code first gets a tenth of the traffic for five minutes, and is rolled back if an alarm goes off. */
  readonly canary: boolean;
  /**
   * Stops all work: every request is answered with 429, and queues and schedules wait. For replacing state: nothing is
   * then written to the old state, and failing functions page nobody.
   */
  readonly paused: boolean;
  /** Existing state to use instead of new, for example restored from a backup. */
  readonly adopt: {
    readonly tableName?: string;
    readonly bucketName?: string;
    readonly keyArn?: string;
  };
}

const STAGE = /^[a-z][a-z0-9]{1,15}$/;
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;
const CERTIFICATE = /^arn:aws[\w-]*:acm:([a-z0-9-]+):\d{12}:certificate\/[\w-]+$/;
const KEY = /^arn:aws[\w-]*:kms:([a-z0-9-]+):\d{12}:key\/[\w-]+$/;
const TABLE = /^[\w.-]{3,255}$/;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** The limits of a firewall rate rule. */
const FIREWALL_LIMIT_MIN = 10;
const FIREWALL_LIMIT_MAX = 2_000_000_000;
const ADDRESS = /^([^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/\S+)$/;

/** Throws one error that lists everything wrong with a stage's settings. */
export function checked(settings: StageSettings): StageSettings {
  const shape = misshapen(settings satisfies Shape);
  const wrong = shape.length > 0 ? shape : wrongValues(settings);
  if (wrong.length > 0)
    throw new Error(`the settings of stage ${settings.stage} are wrong: ${wrong.join('; ')}`);
  return settings;
}

function wrongValues(settings: StageSettings): string[] {
  const { stage, region } = settings;
  return [
    ...problemIf(!STAGE.test(stage), `stage "${stage}" is not 2 to 16 small letters and digits`),
    ...problemIf(!REGION.test(region), `region "${region}" is no region such as eu-central-1`),
    ...wrongInDomain(settings),
    ...wrongInFirewall(settings),
    ...wrongInMessages(settings),
    ...wrongInLimits(settings),
    ...wrongInAlarms(settings),
    ...wrongInAdopted(settings),
  ];
}

function wrongInDomain({ domain, region }: StageSettings): string[] {
  if (!domain) return [];
  const { name, certificateArn, consoleName } = domain;
  return [
    ...problemIf(
      consoleName !== undefined && !DOMAIN.test(consoleName),
      `domain.consoleName "${consoleName}" is no host name`,
    ),
    ...problemIf(consoleName === name, 'domain.consoleName must be another host than domain.name'),
    ...problemIf(!DOMAIN.test(name), `domain.name "${name}" is no host name`),
    ...problemIf(
      CERTIFICATE.exec(certificateArn)?.[1] !== region,
      `domain.certificateArn "${certificateArn}" is no certificate in ${region}`,
    ),
  ];
}

function wrongInFirewall({ domain, firewall }: StageSettings): string[] {
  if (!firewall) return [];
  const { certificateArn, directCheckoutsPerAddress: perAddress } = firewall;
  const limit = 'firewall.directCheckoutsPerAddress';
  return [
    ...problemIf(!domain, 'a firewall needs a domain'),
    ...problemIf(
      CERTIFICATE.exec(certificateArn)?.[1] !== CLOUDFRONT_REGION,
      `firewall.certificateArn "${certificateArn}" is no certificate in ${CLOUDFRONT_REGION}`,
    ),
    ...problemIf(!(perAddress >= FIREWALL_LIMIT_MIN), `${limit} must be at least ${FIREWALL_LIMIT_MIN}`),
    ...problemIf(perAddress > FIREWALL_LIMIT_MAX, `${limit} must be at most ${FIREWALL_LIMIT_MAX}`),
    ...notWhole(limit, perAddress),
  ];
}

function wrongInMessages({ messages }: StageSettings): string[] {
  if (!messages) return [];
  const { senderDomain, mailsPerSecond } = messages;
  return [
    ...problemIf(!DOMAIN.test(senderDomain), `messages.senderDomain "${senderDomain}" is no host name`),
    ...problemIf(
      !(mailsPerSecond >= 1),
      `messages.mailsPerSecond ${mailsPerSecond} is less than the one that SES's sandbox allows`,
    ),
  ];
}

function wrongInLimits({ limits, production, logRetention }: StageSettings): string[] {
  const { requestsPerSecond, directCheckoutsPerSecond } = limits;
  return [
    ...notWhole('limits.requestsPerSecond', requestsPerSecond),
    ...notWhole('limits.directCheckoutsPerSecond', directCheckoutsPerSecond),
    ...problemIf(
      !(requestsPerSecond >= directCheckoutsPerSecond && directCheckoutsPerSecond >= 1),
      'limits.requestsPerSecond must be at least limits.directCheckoutsPerSecond, and that at least 1',
    ),
    ...problemIf(
      production && logRetention < RetentionDays.ONE_YEAR,
      `logRetention ${logRetention} is too short: production keeps its logs for twelve months or longer`,
    ),
  ];
}

const notWhole = (name: string, limit: number) =>
  problemIf(!Number.isInteger(limit), `${name} ${limit} is no whole number`);

function wrongInAlarms({ alarmAddress, tenantAlarmAddress, production }: StageSettings): string[] {
  const wrong = Object.entries({ alarmAddress, tenantAlarmAddress }).flatMap(([name, address]) =>
    problemIf(
      address !== undefined && !ADDRESS.test(address),
      `${name} "${address}" is neither an e-mail address nor an https URL`,
    ),
  );
  return [
    ...wrong,
    ...problemIf(production && alarmAddress === undefined, 'production needs an alarmAddress'),
  ];
}

function wrongInAdopted({ adopt: { tableName, bucketName, keyArn }, region }: StageSettings): string[] {
  return [
    ...problemIf(
      tableName !== undefined && !TABLE.test(tableName),
      `adopt.tableName "${tableName}" is no name of a table`,
    ),
    ...problemIf(
      bucketName !== undefined && !BUCKET.test(bucketName),
      `adopt.bucketName "${bucketName}" is no name of a bucket`,
    ),
    ...problemIf(
      keyArn !== undefined && KEY.exec(keyArn)?.[1] !== region,
      `adopt.keyArn "${keyArn}" is no ARN of a key in ${region}`,
    ),
  ];
}

/** Domains that belong to nobody, and the account of the settings that were never anybody's. */
const EXAMPLE = /(^|[@./])example\.(com|net|org)\b|:111111111111:/;

/** Names the settings that are still an example's: what is deployed with them serves and tells nobody. */
export function examplesIn({
  domain,
  firewall,
  messages,
  alarmAddress,
  tenantAlarmAddress,
  adopt,
}: StageSettings): string[] {
  const given = {
    'domain.name': domain?.name,
    'domain.consoleName': domain?.consoleName,
    'domain.certificateArn': domain?.certificateArn,
    'firewall.certificateArn': firewall?.certificateArn,
    'messages.senderDomain': messages?.senderDomain,
    alarmAddress,
    tenantAlarmAddress,
    'adopt.keyArn': adopt.keyArn,
  };
  return Object.entries(given).flatMap(([name, value]) => problemIf(EXAMPLE.test(value ?? ''), name));
}

function problemIf(isWrong: boolean, what: string): string[] {
  return isWrong ? [what] : [];
}
