// GitHub Copilot CLI, with the user's own model.
import { PROMPT, type Host } from './host.ts';

export const copilot: Host = {
  title: 'Copilot CLI',
  package: '@github/copilot@1.0.102',
  program: '@github/copilot-SYSTEM/copilot',
  installName: 'copilot',
  environment: (model) => ({
    ...{ COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: `${model}/v1`, COPILOT_MODEL: 'gpt-4.1' },
  }),
  list: { shows: (server) => new RegExp(`^ +${server} \\(local\\)`, 'm'), says: 'configured' },
  prompt: ['--prompt', PROMPT, '--allow-all-tools'],
};
