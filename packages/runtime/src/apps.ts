// @mcp/runtime/apps: pages that hosts show beside the results of tools.
export { appResource, apps } from './apps/apps.ts';
