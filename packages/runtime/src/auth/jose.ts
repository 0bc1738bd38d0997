// The parts of jose that are used. Named one by one, so that bundles have no others.
export { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
