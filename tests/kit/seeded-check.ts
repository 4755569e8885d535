import fc from 'fast-check'

/**
 * fast-check with one seed for every run, so that a change is judged on the same texts as the one before it.
 * SARGABLE_SEED=random looks further; a number repeats what a run has printed.
 */
const asked = process.env['SARGABLE_SEED'] ?? '20261120'
if (asked !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(asked) })

export default fc
