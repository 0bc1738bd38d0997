// @mcp/view: what pages have in common.
export {
  connectToHost,
  type Block,
  type CallResult,
  type Host,
  type HostContext,
  type HostEvents,
} from './host.ts';
export { Find } from './find.tsx';
export { copyText } from './copy.ts';
export { messageOf } from './message-of.ts';
export { followTheme } from './theme.ts';
export { button, showView, Toolbar, type Shown } from './show.tsx';
export { useLatest } from './use-latest.ts';
export { useWidth } from './use-width.ts';
export { useWindow } from './use-window.ts';
export { visible } from './visible.ts';
