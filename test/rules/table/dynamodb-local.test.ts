import { startDynamoDbLocal } from '../../nightly/engines/dynamodb-local.ts';
import { alike } from './alike.ts';
import { tableContract } from './contract.ts';

tableContract("on AWS's own DynamoDB Local", startDynamoDbLocal);
alike("on AWS's own DynamoDB Local", startDynamoDbLocal, { runs: 100, eitherFirst: true });
