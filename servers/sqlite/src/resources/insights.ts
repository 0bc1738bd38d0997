// memo://insights: the memo, with updates.
import { defineResource } from '@mcp/runtime';
import { insightIcon } from '../icons.ts';
import type { Insights } from '../insights.ts';

export const insightsResource = (insights: Insights) =>
  defineResource({
    uri: 'memo://insights',
    name: 'Business Insights Memo',
    title: 'Business insights memo',
    description: 'A living document of discovered business insights',
    mimeType: 'text/plain',
    icons: insightIcon,
    read: () => insights.memo(),
    watch: (updated) => insights.watch(updated),
  });
