/** What runs the whole service in one process with its caller; to be imported when it is needed. */
export { userFolders } from './folders'
export { createHandlers } from './handlers'
export { connect, serve } from './rpc'
export { directWires } from './transports/direct'
