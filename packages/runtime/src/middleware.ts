// @mcp/runtime/middleware: limits, masking and an audit log for servers in use.
export { auditLog, REDACTED, type AuditLogOptions } from './middleware/audit-log.ts';

export { errorMask, SECRETS, type ErrorMaskOptions } from './middleware/error-mask.ts';

export { callerKey, type KeyOf } from './middleware/answer.ts';

export { withOperations, type OperationOptions } from './middleware/operations.ts';

export { rateLimit, type RateLimitOptions } from './middleware/rate-limit.ts';

export { responseLimit, type ResponseLimitOptions } from './middleware/response-limit.ts';

export { timeout, type TimeoutOptions } from './middleware/timeout.ts';
