import { startTable } from '../../nightly/engines/dynoxide.ts';
import { tableContract } from './contract.ts';

tableContract('on the embedded engine', startTable);
