// Cline's terminal program.
import { PROMPT, type Host } from './host.ts';

export const cline: Host = {
  title: 'Cline CLI',
  package: 'cline@3.0.65',
  program: '@cline/cli-SYSTEM/bin/cline',
  installName: 'cline',
  environment: () => ({ CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }),
  files: (model) => {
    const provider = 'openai-compatible';
    const settings = { provider, apiKey: 'scripted', model: 'gpt-4.1', baseUrl: `${model}/v1` };
    const providers = { [provider]: { settings, updatedAt: '2026-11-24T00:00:00.000Z' } };
    const all = JSON.stringify({ version: 1, lastUsedProvider: provider, providers });
    return { '.cline/data/settings/providers.json': all };
  },
  prompt: [PROMPT],
};
