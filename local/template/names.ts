import { ACCOUNT, REGION, type Resolved, type Template } from './template.ts';

/** The ARN of a queue on this machine, from its URL. */
export function queueArn(url: string): string {
  return `arn:aws:sqs:${REGION}:${ACCOUNT}:${url.split('/').at(-1) ?? ''}`;
}

/** Names the resources before anything that refers to them is resolved, by their logical ids, so that kept data fits. */
export function nameResources(
  template: Template,
  given: { tableId: string; tableName: string; apiUrl: string },
): void {
  const { tableId, tableName, apiUrl } = given;
  const tableArn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${tableName}`;
  template.name(tableId, {
    ref: tableName,
    Arn: tableArn,
    StreamArn: `${tableArn}/stream/0`,
    TableId: tableId,
  });
  const plainly: Record<string, (id: string) => string> = {
    'AWS::KMS::Key': (id) => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}`,
    'AWS::IAM::Role': (id) => `arn:aws:iam::${ACCOUNT}:role/${id}`,
    'AWS::Logs::LogGroup': (id) => `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${id}:*`,
    'AWS::Lambda::Function': (id) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`,
    'AWS::Events::Rule': (id) => `arn:aws:events:${REGION}:${ACCOUNT}:rule/${id}`,
    'AWS::CloudWatch::Alarm': (id) => `arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:${id}`,
    'AWS::ApiGatewayV2::Integration': (id) => id,
    'AWS::ApiGatewayV2::Stage': (id) => id,
  };
  for (const [type, arnOf] of Object.entries(plainly))
    for (const [id] of template.ofType(type)) template.name(id, { ref: id, Arn: arnOf(id), KeyId: id });
  for (const [id] of template.ofType('AWS::ApiGatewayV2::Api'))
    template.name(id, { ref: id, ApiId: id, ApiEndpoint: apiUrl });
  for (const [id] of template.ofType('AWS::Lambda::Version', 'AWS::Lambda::Alias')) {
    const { FunctionName, Name: version = '1' } = template.some(id, ['FunctionName', 'Name']);
    const arn = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${String(FunctionName)}:${String(version)}`;
    template.name(id, { ref: arn, Version: String(version), AliasArn: arn, FunctionArn: arn });
  }
  for (const [id] of template.ofType('AWS::S3::Bucket'))
    template.name(id, { ref: bucketName(id), Arn: `arn:aws:s3:::${bucketName(id)}` });
  for (const type of ['AWS::CodeDeploy::Application', 'AWS::CodeDeploy::DeploymentGroup'])
    for (const [id] of template.ofType(type)) template.name(id, { ref: id });
  for (const [id, { Properties }] of template.ofType('AWS::SES::ConfigurationSet'))
    template.name(id, { ref: String(Properties?.Name) });
  for (const [id, { Properties }] of template.ofType('AWS::SES::EmailIdentity')) {
    const token = { DkimDNSTokenName1: id, DkimDNSTokenName2: id, DkimDNSTokenName3: id };
    const value = { DkimDNSTokenValue1: id, DkimDNSTokenValue2: id, DkimDNSTokenValue3: id };
    template.name(id, { ref: String(Properties?.EmailIdentity), ...token, ...value });
  }
  for (const [id] of template.ofType('AWS::SNS::Topic')) {
    const arn = `arn:aws:sns:${REGION}:${ACCOUNT}:${id}`;
    template.name(id, { ref: arn, TopicArn: arn, TopicName: id });
  }
  for (const [id, { Properties }] of template.ofType('AWS::KMS::Alias'))
    template.name(id, { ref: String(Properties?.AliasName) });
}

/** The bucket of documents: the one that is not another's log bucket. */
export function documentsBucketIn(template: Template): string | undefined {
  const buckets = template.ofType('AWS::S3::Bucket').map(([id]) => id);
  const logs = buckets.map((id) => template.properties(id).LoggingConfiguration);
  const targets = logs.map(
    (log) => (log as { DestinationBucketName?: string } | undefined)?.DestinationBucketName,
  );
  return buckets.map(bucketName).find((name) => !targets.includes(name));
}

/** The logical id in the form of a bucket name. */
export function bucketName(id: string): string {
  return id.toLowerCase();
}

/** The aliases of the stack's key. */
export function aliasesOf(template: Template, keyId: string): string[] {
  return template.ofType('AWS::KMS::Alias').flatMap(([id]) => {
    const { AliasName, TargetKeyId } = template.properties(id);
    const name = String(AliasName);
    return [keyId, template.attribute(keyId, 'Arn')].includes(String(TargetKeyId))
      ? [name, `arn:aws:kms:${REGION}:${ACCOUNT}:${name}`]
      : [];
  });
}

/** The partition key of a table (under the empty name) and of each of its indexes. */
export function partitionKeysOf(properties: Record<string, Resolved>): Record<string, string> {
  const hash = (schema: unknown) =>
    (schema as { AttributeName: string; KeyType: string }[]).find(({ KeyType }) => KeyType === 'HASH')
      ?.AttributeName ?? '';
  const indexes = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap(
    (kind) => (properties[kind] ?? []) as { IndexName: string; KeySchema: Resolved }[],
  );
  return {
    '': hash(properties.KeySchema),
    ...Object.fromEntries(indexes.map(({ IndexName, KeySchema }) => [IndexName, hash(KeySchema)])),
  };
}
