import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

export type Event = Record<string, unknown> & { requestContext: { http: object; time: string } };

export const NOW = Date.parse('2026-03-02T04:05:06.789Z');

export const portOf = (one: Server) => (one.address() as AddressInfo).port;
