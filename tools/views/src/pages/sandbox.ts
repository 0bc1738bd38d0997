// Sandbox: a page of another origin between the host and the view, as specified in MCP Apps, "Sandbox proxy". The view
// has its own frame and inherits the content security policy of this page.
const view = document.createElement('iframe');
view.style.cssText = 'border: 0; width: 100%; height: 100%; display: block';

const isOwn = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'method' in data &&
  String(data.method).startsWith('ui/notifications/sandbox-');

const htmlIn = (data: { readonly params?: { readonly html?: unknown } }): string => String(data.params?.html);

window.addEventListener('message', ({ source, data }: MessageEvent<object>) => {
  if (source === view.contentWindow && !isOwn(data)) window.parent.postMessage(data, '*');
  if (source !== window.parent) return;
  if (!isOwn(data)) return view.contentWindow?.postMessage(data, '*');
  view.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  view.title = 'View';
  view.srcdoc = htmlIn(data);
  document.body.append(view);
});
window.parent.postMessage(
  { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} },
  '*',
);
