// Gemini CLI, by Google.
import type { Host } from './host.ts';

export const geminiCli: Host = {
  title: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: '@google/gemini-cli/bundle/gemini.js',
  installName: 'gemini',
  environment: ({ model }) => ({
    ...{ GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: model, GEMINI_TELEMETRY_ENABLED: 'false' },
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  files: () => ({
    '.gemini/settings.json': JSON.stringify({
      ...{
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    }),
  }),
  list: { args: ['mcp', 'list'], connected: (server) => new RegExp(`✓ ${server}: .*Connected`) },
  prompt: (text) => ['--prompt', text, '--yolo', '--model', 'gemini-2.5-pro'],
};
