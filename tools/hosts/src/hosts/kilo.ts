// Kilo CLI. It grew out of OpenCode, and has its settings.
import { PROMPT, type Host } from './host.ts';
import { opencode, settings } from './opencode.ts';

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
