// @mcp/view: what pages have in common.
export {
  connectToHost,
  type Block,
  type CallResult,
  type Host,
  type HostContext,
  type HostEvents,
} from './host.ts';
export { copyText } from './copy.ts';
export { followTheme } from './theme.ts';
export { showView, Toolbar, type Shown } from './show.ts';
export { visible } from './visible.ts';
