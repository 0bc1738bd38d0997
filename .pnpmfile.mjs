// What is packed and published: manifests without what only this repository uses.
export const hooks = {
  beforePacking: ({ scripts: _scripts, devDependencies: _devDependencies, ...manifest }) => manifest,
};
