// The environment of git on other systems.
import { expect, test, vi } from 'vitest';
import { toEnvironment } from '../src/process/environment.ts';

vi.mock('node:os', async (original) => ({ ...(await original<object>()), devNull: String.raw`\\.\nul` }));

test('git for Windows gets no file name that it cannot open', async () => {
  const { devNull } = await import('node:os');
  expect(devNull).toBe(String.raw`\\.\nul`);
  const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM } = toEnvironment('read', []);
  expect({ GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM }).toEqual({
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
  });
});
