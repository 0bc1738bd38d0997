// @mcp/runtime/auth: authorization of HTTP servers by OAuth, as a resource server (basic/authorization).
export { introspectionVerifier } from './auth/introspection.ts';

export { jwtVerifier } from './auth/jwt.ts';

export { Authorization, protect } from './auth/protect.ts';

export { InvalidTokenError, type TokenVerifier } from './auth/protect.ts';
