// The fixture server under the Inspector, sessions.
import { describe } from 'vitest';
import { underInspector } from './inspector-suite.ts';

describe('Inspector, sessions', () => {
  underInspector('legacy');
});
