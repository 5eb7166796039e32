import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** Everything that one stage of the service may differ in from another. */
export interface StageSettings {
  /** Part of the names of all its stacks, so that several stages can stand in one account. */
  readonly stage: string;
  /** Where it stands; the account is that of whoever deploys. */
  readonly region: string;
  /** Its stacks of state cannot be deleted, and alarms have to reach somebody. */
  readonly production: boolean;
  /**
   * Its own address with the certificate for it (in the same region). Without one the API's generated address is used,
   * which does not survive the API: notification addresses are registered by hand in every tenant's provider panel.
   */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /**
   * A firewall before direct checkouts: the domain then leads to CloudFront, with a certificate for the domain in
   * us-east-1, and so many of them in five minutes from one address are let through.
   */
  readonly firewall:
    { readonly certificateArn: string; readonly directCheckoutsPerAddress: number } | undefined;
  /** An e-mail address or an `https:` URL that alarms are sent to. */
  readonly alarmAddress: string | undefined;
  readonly logRetention: RetentionDays;
  /** The least that is logged. */
  readonly logLevel: 'info' | 'warn' | 'error';
  readonly limits: {
    /** Of the whole API; tenants have limits of their own. */
    readonly requestsPerSecond: number;
    readonly directCheckoutsPerSecond: number;
    /**
     * Keeps capacity for the functions that must run, and caps those that anybody may call. An account needs a limit of
     * at least 1,000 concurrent executions for it, which a new one does not have.
     */
    readonly reserveConcurrency: boolean;
  };
  /** New code gets a tenth of the traffic for five minutes first, and is taken back where an alarm goes off. */
  readonly canary: boolean;
  /**
   * Nothing is begun: every request is answered 429, and queues and rounds wait. While state is replaced, nothing is then
   * written to the old one, and nobody is woken by functions that fail.
   */
  readonly paused: boolean;
  /** State that is there already, for example restored from a backup, used in place of new. */
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
const KEY = /^arn:aws[\w-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/;
/** The least that a rate rule of the firewall may let through in five minutes. */
const FIREWALL_LIMIT_MIN = 10;
const ADDRESS = /^([^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/\S+)$/;

/** Throws one error that names everything that is wrong with a stage's settings. */
export function checked(settings: StageSettings): StageSettings {
  const { stage, region, production, domain, firewall, alarmAddress, logRetention, limits, adopt } = settings;
  const wrong = [
    ...said(!STAGE.test(stage), `stage "${stage}" is not 2 to 16 small letters and digits`),
    ...said(!REGION.test(region), `region "${region}" is no region such as eu-central-1`),
    ...said(domain && !DOMAIN.test(domain.name), `domain "${domain?.name}" is no host name`),
    ...said(
      domain && CERTIFICATE.exec(domain.certificateArn)?.[1] !== region,
      `certificateArn "${domain?.certificateArn}" is no certificate in ${region}`,
    ),
    ...said(firewall && !domain, 'a firewall needs a domain'),
    ...said(
      firewall && CERTIFICATE.exec(firewall.certificateArn)?.[1] !== 'us-east-1',
      `firewall.certificateArn "${firewall?.certificateArn}" is no certificate in us-east-1`,
    ),
    ...said(
      firewall && !(firewall.directCheckoutsPerAddress >= FIREWALL_LIMIT_MIN),
      `firewall.directCheckoutsPerAddress must be at least ${FIREWALL_LIMIT_MIN}`,
    ),
    ...said(
      alarmAddress !== undefined && !ADDRESS.test(alarmAddress),
      `alarmAddress "${alarmAddress}" is neither an e-mail address nor an https URL`,
    ),
    ...said(production && alarmAddress === undefined, 'production needs an alarmAddress'),
    ...said(
      production && logRetention < RetentionDays.ONE_YEAR,
      'production keeps its logs for twelve months or longer',
    ),
    ...said(
      !(limits.requestsPerSecond >= limits.directCheckoutsPerSecond && limits.directCheckoutsPerSecond >= 1),
      'requestsPerSecond must be at least directCheckoutsPerSecond, and that at least 1',
    ),
    ...said(
      adopt.keyArn !== undefined && !KEY.test(adopt.keyArn),
      `adopt.keyArn "${adopt.keyArn}" is no ARN of a key`,
    ),
  ];
  if (wrong.length > 0) throw new Error(`the settings of stage ${stage} are wrong: ${wrong.join('; ')}`);
  return settings;
}

function said(isWrong: boolean | undefined, what: string): string[] {
  return isWrong === true ? [what] : [];
}
