// @mcp/runtime/middleware: limits, masking and an audit log for servers in use.
export { auditLog } from './middleware/audit-log.ts';

export { errorMask, SECRETS } from './middleware/error-mask.ts';

export { withOperations } from './middleware/operations.ts';

export { rateLimit } from './middleware/rate-limit.ts';

export { responseLimit } from './middleware/response-limit.ts';

export { timeout } from './middleware/timeout.ts';
