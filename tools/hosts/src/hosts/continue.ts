// Continue's terminal program.
import { PROMPT, type Host } from './host.ts';

export const continueCli: Host = {
  title: 'Continue CLI',
  package: '@continuedev/cli@1.5.47',
  program: '@continuedev/cli/dist/cn.js',
  installName: 'continue',
  environment: () => ({ CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_METRICS_ENABLED: '0' }),
  files: (model) => ({
    '.continue/config.yaml': `name: scripted
version: 1.0.0
schema: v1
models:
  - { name: scripted, provider: openai, model: gpt-4.1, apiBase: "${model}/v1", apiKey: scripted, roles: [chat] }
`,
  }),
  prompt: ['--print', PROMPT, '--auto'],
};
