export { findServers, sandboxKinds } from './find-servers'
export { removeLeftovers } from './leftovers'
export type {
  FoundServer,
  Sandbox,
  SandboxFolders,
  SandboxKind,
  SandboxProduct,
  SandboxProgress,
} from './model'
export { sandboxFolders, startSandbox } from './start-sandbox'
