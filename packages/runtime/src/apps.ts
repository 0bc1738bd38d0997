// @mcp/runtime/apps: pages that hosts show with the results of tools.
export { appResource, apps, forPage } from './apps/apps.ts';
