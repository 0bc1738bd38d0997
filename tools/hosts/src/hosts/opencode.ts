// OpenCode.
import type { Host } from './host.ts';

export const opencode: Host = {
  title: 'OpenCode',
  package: 'opencode-ai',
  version: '1.18.33',
  program: 'opencode-SYSTEM/bin/opencode',
  installName: 'opencode',
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  files: ({ model }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      ...{
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        autoupdate: false,
        share: 'disabled',
      },
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model}/v1`, apiKey: 'scripted' },
          models: {
            scripted: {
              attachment: true,
              tool_call: true,
              modalities: { input: ['text', 'image'], output: ['text'] },
            },
          },
        },
      },
    }),
  }),
  list: { args: ['mcp', 'list'], connected: (server) => new RegExp(`✓ +${server} +.*connected`) },
  prompt: (text) => ['run', text],
};
