// OpenCode, and its fork Kilo CLI.
import { PROMPT, type Host } from './host.ts';

// The scripted model accepts images.
const settings = (model: string): string => {
  const modalities = { input: ['text', 'image'], output: ['text'] };
  const models = { scripted: { attachment: true, tool_call: true, modalities } };
  const options = { baseURL: `${model}/v1`, apiKey: 'scripted' };
  const provider = { scripted: { npm: '@ai-sdk/openai-compatible', options, models } };
  return JSON.stringify({ model: 'scripted/scripted', autoupdate: false, share: 'disabled', provider });
};

export const opencode: Host = {
  title: 'OpenCode',
  package: 'opencode-ai@1.18.33',
  program: 'opencode-SYSTEM/bin/opencode',
  installName: 'opencode',
  environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  files: (model) => ({ '.config/opencode/opencode.json': settings(model) }),
  list: { shows: (server) => new RegExp(`✓ +${server} +connected`), says: 'connected' },
  prompt: ['run', PROMPT],
};

export const kilo: Host = {
  ...opencode,
  title: 'Kilo CLI',
  package: '@kilocode/cli@7.7.7',
  program: '@kilocode/cli-SYSTEM/bin/kilo',
  installName: 'kilo',
  environment: () => ({
    ...{ KILO_DISABLE_AUTOUPDATE: '1', KILO_DISABLE_MODELS_FETCH: '1', KILO_TELEMETRY_LEVEL: 'off' },
  }),
  files: (model) => ({ '.config/kilo/kilo.json': settings(model) }),
  prompt: ['run', '--auto', PROMPT],
};
