// Key: whose limits a request counts against.
import type { MiddlewareRequest } from '../core/middleware.ts';

/** Says whose limits a request counts against, and who may read what was kept for it. */
export type KeyOf = (request: MiddlewareRequest) => string;

/**
 * The caller, where credentials say who it is, else the connection. Stateless HTTP requests without credentials all share
 * one key: nothing tells who sends them.
 */
export const callerKey: KeyOf = ({ ctx: { caller }, connection = 'anybody' }) =>
  caller === undefined ? connection : JSON.stringify([caller.issuer, caller.subject]);
