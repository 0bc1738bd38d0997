// The parts of jose that are used, named one by one, so that bundles contain no others.
export { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
