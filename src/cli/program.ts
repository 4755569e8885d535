import { Command } from 'commander'

/** What every command file exports: adds itself to the program. */
export type AddCommand = (root: Command, surroundings: Surroundings) => void
export interface Surroundings {
  readonly appFolder: string
  readonly version: string
  /** Keeps the highest; 0 unless somebody says otherwise. */
  setExitCode(code: number): void
}

/** The root command. Wrong calls throw instead of ending the process, so that the exit code is ours. */
export function program(version: string): Command {
  return new Command('sargable')
    .description('Makes slow SQL fast: plans, used key parts, and fixes that were tried.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
}
