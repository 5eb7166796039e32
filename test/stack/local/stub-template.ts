/** Any value of a template, intrinsics included. */
export type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };
export interface Template {
  Resources: Record<string, { Type: string; Properties?: Value; Metadata?: Value; Condition?: string }>;
}

const ref = (Ref: string) => ({ Ref });
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const policy = (...Statement: Value[]): Value => ({ Version: '2012-10-17', Statement });
const allow = (Action: Value, Resource: Value, Condition?: Value): Value => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition !== undefined && { Condition }),
});

const role = (id: string, ...statements: Value[]): Template['Resources'] => ({
  [`${id}Role`]: {
    Type: 'AWS::IAM::Role',
    Properties: {
      ManagedPolicyArns: ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'],
    },
  },
  [`${id}Policy`]: {
    Type: 'AWS::IAM::Policy',
    Properties: { Roles: [ref(`${id}Role`)], PolicyDocument: policy(...statements) },
  },
});

const lambda = (id: string, handler: string, Timeout: number): Template['Resources'] => ({
  [id]: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Handler: `index.${handler}`,
      Role: arn(`${id}Role`),
      Timeout,
      Environment: { Variables: { TABLE: ref('Table'), QUEUE_URL: ref('Queue'), KEY_ID: ref('Key') } },
    },
    Metadata: { 'aws:asset:path': 'bundle', 'aws:cdk:path': `Stub/Functions/${handler}/Function/Resource` },
  },
});

const invocableBy = (id: string, Principal: string): Template['Resources'] => ({
  [`${id}Permission`]: {
    Type: 'AWS::Lambda::Permission',
    Properties: { Action: 'lambda:InvokeFunction', FunctionName: arn(id), Principal },
  },
});

const route = (id: string, RouteKey: string): Template['Resources'] => ({
  [id]: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: ref('Http'),
      RouteKey,
      Target: { 'Fn::Join': ['', ['integrations/', ref('Integration')]] },
    },
  },
});

/** A small stack with one of everything: an API, a queue with dead letters, a schedule, a table and a key. */
export function stubTemplate(): Template {
  const queue = arn('Queue');
  const index = { 'Fn::Sub': ['${table}/index/due', { table: arn('Table') }] };
  const purpose = { StringEquals: { 'kms:EncryptionContext:purpose': 'webhook' } };
  const ownOnly = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#*', 'STUCK'] } };
  return {
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          KeySchema: keys('pk', 'sk'),
          AttributeDefinitions: [
            ...['pk', 'sk', 'dueShard'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
            { AttributeName: 'dueAt', AttributeType: 'N' },
          ],
          GlobalSecondaryIndexes: [
            {
              IndexName: 'due',
              KeySchema: keys('dueShard', 'dueAt'),
              Projection: { ProjectionType: 'KEYS_ONLY' },
            },
          ],
        },
      },
      Dead: { Type: 'AWS::SQS::Queue' },
      Queue: {
        Type: 'AWS::SQS::Queue',
        Properties: {
          VisibilityTimeout: 60,
          RedrivePolicy: { deadLetterTargetArn: arn('Dead'), maxReceiveCount: 3 },
        },
      },
      Key: {
        Type: 'AWS::KMS::Key',
        Properties: {
          KeyPolicy: policy({
            Effect: 'Allow',
            Principal: { AWS: { 'Fn::Sub': 'arn:${AWS::Partition}:iam::${AWS::AccountId}:root' } },
            Action: ['kms:Encrypt', 'kms:Decrypt'],
            Resource: '*',
          }),
        },
      },
      ...role(
        'Api',
        allow(['dynamodb:GetItem', 'dynamodb:PutItem'], arn('Table'), ownOnly),
        allow('sqs:SendMessage', queue),
        allow(['kms:Encrypt', 'kms:Decrypt'], arn('Key'), purpose),
      ),
      ...role('Work', allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queue)),
      ...role('Sweep', allow('dynamodb:Query', index), allow('dynamodb:DeleteItem', arn('Table'))),
      ...lambda('Api', 'api', 2),
      ...lambda('Work', 'work', 10),
      ...lambda('Sweep', 'sweep', 10),
      Http: { Type: 'AWS::ApiGatewayV2::Api' },
      Integration: {
        Type: 'AWS::ApiGatewayV2::Integration',
        Properties: { IntegrationUri: arn('Api'), PayloadFormatVersion: '2.0' },
      },
      ...route('Do', 'POST /do'),
      ...route('Thing', 'GET /things/{id}'),
      ...route('Form', 'POST /form'),
      ...invocableBy('Api', 'apigateway.amazonaws.com'),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: queue,
          FunctionName: ref('Work'),
          BatchSize: 10,
          ScalingConfig: { MaximumConcurrency: 6 },
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
      EveryMinute: {
        Type: 'AWS::Events::Rule',
        Properties: { ScheduleExpression: 'rate(1 minute)', Targets: [{ Arn: arn('Sweep'), Id: 'one' }] },
      },
      ...invocableBy('Sweep', 'events.amazonaws.com'),
    },
  };
}

function keys(hash: string, range: string): Value {
  return [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];
}
