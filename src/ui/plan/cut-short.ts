export { cutShort } from '../../core/plan/insight/cut-short'
