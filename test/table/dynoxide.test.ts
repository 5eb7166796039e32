import { startTable } from '../engines/table.ts';
import { tableContract } from './contract.ts';

tableContract('on the embedded engine', startTable);
