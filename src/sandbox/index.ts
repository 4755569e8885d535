export { findServers, sandboxAvailability } from './find-servers'
export { removeLeftovers } from './leftovers'
export type {
  FoundServer,
  Sandbox,
  SandboxAvailability,
  SandboxFolders,
  SandboxOptions,
  SandboxProduct,
  SandboxProgress,
} from './model'
export { sandboxFolders, startSandbox } from './start-sandbox'
