export * from '../../core/figures'
