import { startDynamoDbLocal } from '../../nightly/engines/dynamodb-local.ts';
import { tableContract } from './contract.ts';

tableContract("on AWS's own DynamoDB Local", startDynamoDbLocal);
