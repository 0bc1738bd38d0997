// @mcp/runtime/auth: authorization of HTTP servers by OAuth, as a resource server (basic/authorization).
export { introspectionVerifier, type IntrospectionOptions } from './auth/introspection.ts';

export { jwtVerifier, type JwtOptions } from './auth/jwt.ts';

export { Authorization, protect, type ProtectOptions } from './auth/protect.ts';

export { InvalidTokenError, type TokenVerifier } from './auth/protect.ts';
