import { memoryTable } from '../../support/doubles/memory-table.ts';
import { tableContract } from './contract.ts';

tableContract('in memory', async () => ({ table: memoryTable(), stop: async () => undefined }));
